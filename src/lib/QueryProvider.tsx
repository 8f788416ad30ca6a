import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from './http-client';
import { type QueryKey, toUrl } from './query-cache';

/**
 * As the public pages read (`reads.ts`): GET on the key's address, never stale, no retries, no refetch
 * on focus; lists are refreshed after each mutation. A request that is made while the browser is offline
 * fails at once: by default TanStack Query holds it back without a word, and sends it minutes later.
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

/** Around what reads and writes with TanStack Query: the admin area and paying. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
