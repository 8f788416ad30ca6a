import { useState } from 'react';
import type { ShortlistEntry } from '../../talents/shortlist/shortlist';
import { useShortlist } from '../../talents/shortlist/use-shortlist';

const noPeople: readonly ShortlistEntry[] = [];

/** The visitor's shortlist as an enquiry has it. */
export interface InquiryShortlist {
  people: readonly ShortlistEntry[];
  /** Whether it goes along. */
  isIncluded: boolean;
  /** Whether it went with an earlier enquiry, and is the same since. */
  wasSent: boolean;
  setIncluded: (isIncluded: boolean) => void;
  /** Who goes along. */
  includedPeople: readonly ShortlistEntry[];
}

/**
 * The shortlist that goes with an enquiry. It stays the visitor's after sending, but goes by itself
 * only once: a second enquiry with the same names would read as a second wish for them.
 * @param wanted whether it is to go along; undefined: unless it was sent already
 */
export function useInquiryShortlist(wanted: boolean | undefined): InquiryShortlist {
  const shortlist = useShortlist();
  const [choice, setChoice] = useState(wanted);
  const people = shortlist?.people ?? noPeople;
  const wasSent = shortlist?.sent ?? false;
  const isIncluded = choice ?? !wasSent;
  const carried = isIncluded ? people : noPeople;
  return { people, isIncluded, wasSent, setIncluded: setChoice, includedPeople: carried };
}
