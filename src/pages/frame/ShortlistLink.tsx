import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useNamedTalents } from '../../collections/talents/talent-browser';
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

const nobody: readonly string[] = [];

/** Drops from the shortlist who is not among the talents any more: asked once, and only when there is one. */
export function useShortlistCheck(): void {
  const shortlist = useShortlist();
  const [asked, setAsked] = useState<readonly string[]>();
  if (shortlist && !asked) setAsked(shortlist.people.map(({ id }) => id));
  const { data } = useNamedTalents(asked ?? nobody);
  useEffect(() => {
    if (asked && data) shortlistStore.check(asked, data);
  }, [asked, data]);
}
