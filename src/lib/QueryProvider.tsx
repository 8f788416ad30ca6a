import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from './network/http-client';
import { type QueryKey, toUrl } from './query-cache';

/**
 * Configured like the public pages' queries (`query-cache.ts`): GET on the key's URL, never stale,
 * no retries, no refetch on focus; lists are refreshed after each mutation. A request made while
 * the browser is offline fails immediately: by default TanStack Query silently holds it back and
 * sends it minutes later.
 */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => request(toUrl(queryKey as QueryKey), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** Wraps everything that uses TanStack Query: the admin area and the payment. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
