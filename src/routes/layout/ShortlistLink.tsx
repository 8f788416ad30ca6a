import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useTalentsByIds } from '../../content/collections/talents/queries';
import {
  isShortlistRequested,
  shortlistStore,
  shortlistUrl,
  useShortlist,
} from '../../content/collections/talents/shortlist/shortlist-store';
import * as badgeStyles from '../../ui/styles/badges.module.css';

/** Returns whether the URL shows the shortlist. */
export function useIsOnShortlist(): boolean {
  const [pathname] = useLocation();
  return isShortlistRequested(useSearch()) && pathname === '/talent';
}

interface Props {
  className?: string;
  onFollow?: () => void;
}

/** Link to the shortlist with its count. Renders nothing while it is empty. */
export function ShortlistLink({ className, onFollow }: Props) {
  const count = useShortlist()?.people.length ?? 0;
  const isCurrent = useIsOnShortlist();
  if (count === 0) return null;
  return (
    <Link
      href={shortlistUrl}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => {
        onFollow?.();
        // Only the query changes between the talent page and the shortlist, so scroll here.
        scrollTo(0, 0);
      }}
    >
      Shortlist <span className={badgeStyles.count}>{count}</span>
    </Link>
  );
}

/** The count on the menu button, hidden from screen readers. */
export function ShortlistCount() {
  const count = useShortlist()?.people.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={badgeStyles.count} aria-hidden="true">
      {count}
    </span>
  );
}

const noIds: readonly string[] = [];

/**
 * Removes talents that no longer exist from the shortlist. Sends one request, and none for an empty
 * shortlist.
 */
export function useShortlistCleanup(): void {
  const shortlist = useShortlist();
  const [requestedIds, setRequestedIds] = useState<readonly string[]>();
  if (shortlist && !requestedIds) setRequestedIds(shortlist.people.map(({ id }) => id));
  const { data } = useTalentsByIds(requestedIds ?? noIds);
  useEffect(() => {
    if (requestedIds && data) shortlistStore.removeMissing(requestedIds, data);
  }, [requestedIds, data]);
}
