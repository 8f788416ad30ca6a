import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useTalentsByIds } from '../../features/talents/queries';
import { shortlistStore } from '../../features/talents/shortlist/shortlist-store';
import {
  isShortlistRequested,
  shortlistUrl,
  useShortlist,
} from '../../features/talents/shortlist/use-shortlist';

/** Whether the shortlist is what the address shows. */
export function useIsOnShortlist(): boolean {
  const [pathname] = useLocation();
  return isShortlistRequested(useSearch()) && pathname === '/talent';
}

interface Props {
  className?: string;
  /** Called when it is followed. */
  onFollow?: () => void;
}

/** The way to the visitor's shortlist, and how many are on it. Not there while nobody is. */
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
        // From the talent page to the shortlist only the query changes.
        scrollTo(0, 0);
      }}
    >
      Shortlist <span className="count">{count}</span>
    </Link>
  );
}

/** The count alone, for the eye, where the link is folded away. */
export function ShortlistCount() {
  const count = useShortlist()?.people.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="count" aria-hidden="true">
      {count}
    </span>
  );
}

const noIds: readonly string[] = [];

/** Drops from the shortlist who is not among the talents any more: asked once, and only when there is one. */
export function useShortlistCleanup(): void {
  const shortlist = useShortlist();
  const [requestedIds, setRequestedIds] = useState<readonly string[]>();
  if (shortlist && !requestedIds) setRequestedIds(shortlist.people.map(({ id }) => id));
  const { data } = useTalentsByIds(requestedIds ?? noIds);
  useEffect(() => {
    if (requestedIds && data) shortlistStore.removeMissing(requestedIds, data);
  }, [requestedIds, data]);
}
