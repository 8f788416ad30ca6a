import { useRef, useState } from 'react';
import { formatFieldLabel } from '../../../foundation/audit/admin/changes';
import {
  type ConflictChoice,
  findDifferences,
  isSameValue,
  mergeChanges,
} from '../../../foundation/forms/form-state';
import { formatDateTime } from '../../../lib/time/format-date';
import { parseDateTimeInput, toDateTimeInput } from '../../../lib/time/wall-time';
import type { Publication } from '../define-collection';

/** When visitors see what the form saves. `down`: they no longer see the item. */
export type PublicationTiming = 'now' | 'later' | 'draft' | 'down';

/** The owner's choice about publication. Times are values of `datetime-local` inputs. */
export interface PublicationChoice {
  timing: PublicationTiming;
  publishAt: string;
  /** Empty for an item that stays. */
  unpublishAt: string;
}

const toInputValue = (iso: string | null | undefined): string =>
  iso ? toDateTimeInput(new Date(iso)) : '';

/** Returns the choice that leaves an item as it is; for a new one, to publish it. */
export function toPublicationChoice(item?: Partial<Publication>): PublicationChoice {
  const { state = 'published', publishAt, unpublishAt, pending } = item ?? {};
  const waits = state !== 'published' || pending !== undefined;
  return {
    timing: !waits ? 'now' : publishAt ? 'later' : 'draft',
    publishAt: toInputValue(publishAt),
    unpublishAt: toInputValue(unpublishAt),
  };
}

/** Finds what is wrong with a choice, by field. */
export function validateChoice(
  { timing, publishAt, unpublishAt }: PublicationChoice,
  now = new Date(),
): { publishAt?: string; unpublishAt?: string } {
  const isPast = (value: string) => (parseDateTimeInput(value) ?? '') <= now.toISOString();
  if (timing === 'later' && (publishAt === '' || isPast(publishAt))) {
    return { publishAt: 'Choose a time in the future' };
  }
  if (timing === 'draft' || timing === 'down' || unpublishAt === '') return {};
  if (isPast(unpublishAt)) return { unpublishAt: 'Choose a time in the future' };
  return timing === 'later' && unpublishAt <= publishAt
    ? { unpublishAt: 'Choose a time after it goes live' }
    : {};
}

/**
 * Builds the body of a request from the form's values and the choice.
 * @param base the stored item; undefined for a new one
 * @param values the changed fields, or all of a new item
 */
export function buildPublicationInput(
  base: Partial<Publication> | undefined,
  values: Record<string, unknown>,
  choice: PublicationChoice,
): Record<string, unknown> {
  const { timing } = choice;
  const isLive = base?.state === 'published';
  const unpublishAt = parseDateTimeInput(choice.unpublishAt);
  const end = unpublishAt === (base?.unpublishAt ?? null) ? {} : { unpublishAt };
  // Visitors keep seeing the item as it is.
  const pending = { ...base?.pending, ...values };
  switch (timing) {
    case 'now': {
      const isUnchanged = !base || (isLive && !base.pending);
      return { ...values, ...(!isUnchanged && { state: 'published' }), ...end };
    }
    case 'later': {
      const publishAt = parseDateTimeInput(choice.publishAt);
      return isLive
        ? { pending, publishAt, ...end }
        : { ...values, state: 'scheduled', publishAt, ...end };
    }
    case 'draft':
      return isLive ? { pending, publishAt: null } : { ...values, state: 'draft' };
    case 'down':
      return { ...values, state: 'draft' };
  }
}

/** Returns whether what is saved with a choice stays hidden as a whole, and may be incomplete. */
export const isDraftChoice = (
  item: Partial<Publication> | undefined,
  { timing }: PublicationChoice,
): boolean => timing === 'down' || (timing === 'draft' && item?.state !== 'published');

type Timeless = Exclude<PublicationTiming, 'later'>;

const timingWords: Readonly<Record<Timeless, string>> = {
  now: 'Now',
  draft: 'Keep as a draft',
  down: 'Take it off the site',
};

const isTimeless = (publishAt: string): publishAt is Timeless =>
  Object.hasOwn(timingWords, publishAt);

/** Converts a choice to the two fields that are merged: the timing or its time, and the end. */
const toMergeFields = ({ timing, publishAt, unpublishAt }: PublicationChoice) => ({
  publishAt: timing === 'later' ? publishAt : timing,
  unpublishAt,
});

type StoredPublication = Partial<Publication> | undefined;

/**
 * Returns the versions of a choice that are merged after a conflict.
 * @param from the item that the choice was made for
 */
function listVersions(
  from: StoredPublication,
  choice: PublicationChoice,
  theirs: StoredPublication,
) {
  const base = toMergeFields(toPublicationChoice(from));
  const stored = toMergeFields(toPublicationChoice(theirs));
  const isDownAlready = choice.timing === 'down' && theirs?.state !== 'published';
  const mine = toMergeFields(isDownAlready ? { ...choice, timing: 'draft' } : choice);
  // Someone else published the item, or chose a time for its draft. What was typed for a draft or a
  // later time must not go live with it unasked: without a base, the choice counts as changed by both.
  const goesLiveSooner =
    base.publishAt !== stored.publishAt &&
    (base.publishAt === 'draft' || (base.publishAt !== 'now' && stored.publishAt === 'now'));
  return [{ ...base, ...(goesLiveSooner && { publishAt: '' }) }, mine, stored] as const;
}

/** Finds what both people chose differently about publication since the item was `from`. */
export const findChoiceDifferences = (...versions: Parameters<typeof listVersions>) =>
  findDifferences(...listVersions(...versions));

/** Merges the choice with what someone else has stored, as `mergeChanges` does. */
export function mergeChoices(
  from: StoredPublication,
  mine: PublicationChoice,
  theirs: StoredPublication,
  choices?: Record<string, ConflictChoice>,
): PublicationChoice {
  const [base, own, stored] = listVersions(from, mine, theirs);
  const merged = mergeChanges(base, own, stored, choices);
  const { publishAt } = merged;
  // With the time that someone else replaced by a draft, its end went as well.
  const isOwnTime = publishAt === own.publishAt && stored.publishAt !== base.publishAt;
  const unpublishAt = isOwnTime && stored.unpublishAt === '' ? own.unpublishAt : merged.unpublishAt;
  return isTimeless(publishAt)
    ? { timing: publishAt, publishAt: '', unpublishAt }
    : { timing: 'later', publishAt, unpublishAt };
}

/** Formats a choice in the dialog about a conflict; undefined for any other field. */
export function formatChoice(name: string, value: unknown): string | undefined {
  if ((name !== 'publishAt' && name !== 'unpublishAt') || typeof value !== 'string') return;
  if (isTimeless(value)) return timingWords[value];
  const at = parseDateTimeInput(value);
  return at === null ? undefined : formatDateTime(at);
}

/** Manages when visitors see what a form saves. */
export function usePublicationChoice<Stored>(
  opened: Stored,
  getPublication: (stored: Stored) => StoredPublication,
) {
  const [initial, setInitial] = useState(() => toPublicationChoice(getPublication(opened)));
  const [choice, setState] = useState(initial);
  /** Also for code that chooses and saves in one go. */
  const latest = useRef(choice);
  const sent = useRef(choice);
  const [isSubmitted, setIsSubmitted] = useState(false);

  function setChoice(next: PublicationChoice): void {
    latest.current = next;
    setState(next);
  }

  const isRechosen = () => !isSameValue(latest.current, sent.current);

  return {
    choice,
    latest,
    setChoice,
    /** Marks the choice as being saved. */
    markSent(): void {
      sent.current = latest.current;
    },
    /** Returns whether the choice has changed since it was sent. */
    isRechosen,
    isChanged: !isSameValue(choice, initial),
    /** Empty until the form is submitted. */
    errors: isSubmitted ? validateChoice(choice) : {},
    /** @returns whether the times make sense */
    validate(): boolean {
      setIsSubmitted(true);
      return Object.keys(validateChoice(latest.current)).length === 0;
    },
    /** Keeps what is saved next from visitors, unless it has a time for them. */
    hide(): void {
      if (latest.current.timing !== 'later') setChoice({ ...latest.current, timing: 'draft' });
    },
    /** Continues with what is stored after a save that leaves the form open. */
    continueFrom(saved: Stored): void {
      const stored = toPublicationChoice(getPublication(saved));
      setInitial(stored);
      if (!isRechosen()) setChoice(stored);
      setIsSubmitted(false);
    },
    /** Finds what both people have chosen differently since `from`. */
    findDifferences: (from: Stored, theirs: Stored) =>
      findChoiceDifferences(getPublication(from), latest.current, getPublication(theirs)),
    /** Continues from what someone else has stored since `from`. */
    merge(from: Stored, theirs: Stored, choices?: Record<string, ConflictChoice>): void {
      const [before, after] = [getPublication(from), getPublication(theirs)];
      setInitial(toPublicationChoice(after));
      setChoice(mergeChoices(before, latest.current, after, choices));
    },
  };
}

/** Returns the label of the Save button for the chosen publication. */
export function getSaveLabel(
  item: Partial<Publication> | undefined,
  { timing, publishAt }: PublicationChoice,
): string {
  switch (timing) {
    case 'now':
      if (!item) return 'Create';
      return item.state === 'published' && !item.pending ? 'Save changes' : 'Publish';
    case 'later': {
      const at = parseDateTimeInput(publishAt);
      return at === null ? 'Schedule' : `Schedule for ${formatDateTime(at)}`;
    }
    case 'draft':
      return 'Save draft';
    case 'down':
      return 'Take it off the site';
  }
}

/** Shows in a toast when the saved changes will be published, unless they already are. */
export function describePublication({ state, publishAt, pending }: Partial<Publication>): {
  description?: string;
} {
  if (publishAt) return { description: `On the site ${formatDateTime(publishAt)}.` };
  if (state === 'draft') return { description: 'Only you see it.' };
  return pending ? { description: 'The changes are not on the site yet.' } : {};
}

/** Labels of the fields about publication in the history. */
export const publicationLabels = {
  state: 'On the site',
  publishAt: 'Goes live',
  unpublishAt: 'Taken down',
  pending: 'Changes not live yet',
};

const stateWords: Record<string, string> = {
  published: 'yes',
  draft: 'no, a draft',
  scheduled: 'no, scheduled',
};

/** Formats the fields about publication in the history; undefined for any other. */
export function formatPublicationValue(
  labels: Record<string, string>,
  field: string,
  value: unknown,
): string | undefined {
  if (field === 'state') return stateWords[String(value)];
  if (field === 'pending' && typeof value === 'object' && value !== null) {
    return Object.keys(value)
      .map((name) => labels[name] ?? formatFieldLabel(name))
      .join(', ');
  }
  const isTime = (field === 'publishAt' || field === 'unpublishAt') && typeof value === 'string';
  return isTime ? formatDateTime(value) : undefined;
}
