import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createSessionError } from '../../../foundation/auth/admin/queries';
import { request } from '../../../lib/http-client';
import type { BlockValue, PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { getContentUrl } from '../queries';

const getKey = (page: PageName) => ['page texts', page];

/**
 * Fetches the blocks of a page. Without a session the server sends only what visitors see, which
 * counts as an expired session here.
 */
export async function fetchPage(page: PageName): Promise<PageForOwner> {
  const content = await request<Partial<PageForOwner>>(getContentUrl(page));
  const { version, blocks } = content;
  if (version !== undefined && blocks) return { version, blocks };
  throw createSessionError();
}

export const usePage = (page: PageName) =>
  useQuery({ queryKey: getKey(page), queryFn: () => fetchPage(page), staleTime: 0, gcTime: 0 });

/** Returns a function that shows other stored blocks of a page. */
export function useShowPage(page: PageName) {
  const client = useQueryClient();
  return (stored: PageForOwner) => client.setQueryData(getKey(page), stored);
}

interface Update {
  block: string;
  value: BlockValue | null;
  /** The version that the change is based on. If the stored one differs, the response is 412. */
  version: string;
}

export const useUpdateBlock = (page: PageName) =>
  useMutation({
    mutationFn: ({ block, value, version }: Update) =>
      request<PageForOwner>(getContentUrl(page), {
        method: 'PATCH',
        body: { [block]: value },
        headers: { 'If-Match': `"${version}"` },
      }),
  });
