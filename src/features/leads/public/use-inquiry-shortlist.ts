import { useState } from 'react';
import type { ShortlistEntry } from '../../talents/shortlist/shortlist';
import { useShortlist } from '../../talents/shortlist/use-shortlist';

const noPeople: readonly ShortlistEntry[] = [];

/** The visitor's shortlist, as part of an inquiry. */
export interface InquiryShortlist {
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
