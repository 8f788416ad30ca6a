import { useQuery, useQueryClient } from '@tanstack/react-query';
import { loadVersion } from '../../kit/versions';
import type { PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { getContentUrl } from '../queries';

const getKey = (page: PageName) => ['page texts', page];

/** Fetches the blocks of a page. */
export const fetchPage = (page: PageName) => loadVersion<PageForOwner>(getContentUrl(page));

export const usePage = (page: PageName) =>
  useQuery({ queryKey: getKey(page), queryFn: () => fetchPage(page), staleTime: 0, gcTime: 0 });

/** Returns a function that shows other stored blocks of a page. */
export function useShowPage(page: PageName) {
  const client = useQueryClient();
  return (stored: PageForOwner) => client.setQueryData(getKey(page), stored);
}
