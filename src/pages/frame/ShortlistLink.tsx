import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { collectionKey } from '../../collections/collection-queries';
import type { Talent } from '../../collections/talents/talent';
import { shortlistStore } from '../../features/shortlist/shortlist-store';
import {
  asksForShortlist,
  shortlistAddress,
  useShortlist,
} from '../../features/shortlist/use-shortlist';

/** Whether the shortlist is what the address shows. */
export function useOnShortlist(): boolean {
  const [pathname] = useLocation();
  return asksForShortlist(useSearch()) && pathname === '/talent';
}

interface Props {
  className?: string;
  /** Called when it is followed. */
  onFollow?: () => void;
}

/** The way to the visitor's shortlist, and how many are on it. Not there while nobody is. */
export function ShortlistLink({ className, onFollow }: Props) {
  const count = useShortlist()?.people.length ?? 0;
  const isCurrent = useOnShortlist();
  if (count === 0) return null;
  return (
    <Link
      href={shortlistAddress}
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

/** Drops from the shortlist who is not among the talents any more, on pages that came with their list. */
export function useShortlistCheck(): void {
  const { data } = useQuery<Talent[]>({ queryKey: collectionKey('talents'), enabled: false });
  useEffect(() => {
    if (data) shortlistStore.check(data);
  }, [data]);
}
