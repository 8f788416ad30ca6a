import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { readJson, withTimeout } from '../../../lib/network/http-client';
import { SECOND } from '../../../lib/time/durations';
import type { Overview } from '../../today/overview-contract';
import { isErased, leadsKey, managersKey, overviewKey } from '../queries';

interface TaggedOverview<Call, Proposal> {
  etag: string | null;
  overview: Overview<Call, Proposal>;
}

/** Interval within which a new lead appears without a reload. */
const pollMs = 10 * SECOND;

/** Fetches the overview; returns the cached one when it has not changed. */
function fetchOverview<Call, Proposal>(
  known: TaggedOverview<Call, Proposal> | undefined,
  signal: AbortSignal,
): Promise<TaggedOverview<Call, Proposal>> {
  return withTimeout(signal, async (signal) => {
    const response = await fetch(overviewKey.join('/'), {
      credentials: 'include',
      cache: 'no-store',
      headers: known?.etag ? { 'If-None-Match': known.etag } : {},
      signal,
    });
    // An expired session is reported by the owner's next action, not by this poll.
    if (known && (response.status === 304 || response.status === 401)) return known;
    const overview = await readJson<Overview<Call, Proposal>>(response);
    return { etag: response.headers.get('ETag'), overview };
  });
}

/**
 * The queries that a change refetches: leads, those to whom a colleague may have assigned them, and
 * calls, which visitors book and cancel.
 */
const polledKeys = [leadsKey, managersKey, ['/api', 'scheduling']];

/**
 * Queries the overview every ten seconds while the tab is visible. When something has changed, also
 * what it does not list, refetches the leads, project managers and calls that are shown.
 */
export function useOverview<Call, Proposal>() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: overviewKey,
    queryFn: ({ signal }) =>
      fetchOverview(client.getQueryData<TaggedOverview<Call, Proposal>>(overviewKey), signal),
    staleTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  const etag = query.data?.etag;
  const lastEtag = useRef(etag);

  useEffect(() => {
    if (lastEtag.current && lastEtag.current !== etag) {
      for (const queryKey of polledKeys) {
        // Also replaces a request that is pending, which may have been read before the change. One
        // for the next page stays: "Show more" would be without effect.
        const isReread = (query: Query) => !isErased(query) && !query.state.fetchMeta?.fetchMore;
        void client.invalidateQueries({ queryKey, predicate: isReread });
      }
    }
    lastEtag.current = etag;
  }, [client, etag]);

  return { ...query, data: query.data?.overview };
}
