import { useState } from 'react';
import type { ShortlistEntry } from '../../content/collections/talents/shortlist/shortlist';
import { useShortlist } from '../../content/collections/talents/shortlist/shortlist-store';
import { Button } from '../../ui/Button';
import * as styles from './ShortlistStrip.module.css';

const noPeople: readonly ShortlistEntry[] = [];

/** The visitor's shortlist, as part of an inquiry. */
interface InquiryShortlist {
  people: readonly ShortlistEntry[];
  isIncluded: boolean;
  /** Whether an earlier inquiry included it and it has not changed since. */
  wasSent: boolean;
  setIncluded: (isIncluded: boolean) => void;
  includedPeople: readonly ShortlistEntry[];
}

/**
 * Returns the shortlist to send with an inquiry. It stays after sending, but is included only once
 * by default: a second inquiry with the same names would read as a second request for them.
 * @param wanted the visitor's choice; undefined includes it unless it was already sent
 */
export function useInquiryShortlist(wanted: boolean | undefined): InquiryShortlist {
  const shortlist = useShortlist();
  const [choice, setChoice] = useState(wanted);
  const people = shortlist?.people ?? noPeople;
  const wasSent = shortlist?.sent ?? false;
  const isIncluded = choice ?? !wasSent;
  const includedPeople = isIncluded ? people : noPeople;
  return { people, isIncluded, wasSent, setIncluded: setChoice, includedPeople };
}

/** Names shown; the rest are counted. */
const maxShownNames = 5;

/**
 * Shows whether the inquiry includes the shortlist, with a button to change that. Renders nothing
 * for an empty shortlist.
 */
export function ShortlistStrip({ shortlist }: { shortlist: InquiryShortlist }) {
  const { people, isIncluded, wasSent, setIncluded } = shortlist;
  if (people.length === 0) return null;
  const names = people.slice(0, maxShownNames).map(({ name }) => name);
  const rest = people.length - names.length;
  return (
    <div className={styles.strip}>
      <p role="status">
        {isIncluded ? (
          <span>
            Your shortlist: <b>{names.join(', ')}</b>
            {rest > 0 && ` and ${rest} more`}
          </span>
        ) : wasSent ? (
          'Your last inquiry included your shortlist.'
        ) : (
          'This inquiry leaves out your shortlist.'
        )}
      </p>
      <Button variant="quiet" size="s" onClick={() => setIncluded(!isIncluded)}>
        {isIncluded ? 'Leave out' : 'Include it'}
      </Button>
    </div>
  );
}
