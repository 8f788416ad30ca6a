import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { request } from './http';

/** A read's address: its key's segments joined by a slash. */
export const addressOf = (key: QueryKey): string => key.join('/');

/**
 * The one way to read on the client (specification, section 7): GET on the key's address, never
 * stale, no retries, no refetch on focus; lists are refreshed after each mutation.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => request(addressOf(queryKey), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
}
