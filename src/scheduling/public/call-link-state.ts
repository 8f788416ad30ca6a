import { parseLeadFragment } from '../../lib/booking-link';
import { parseTokenFragment } from '../call';

/** Values that email links carry: the token of a call, or the ID of the lead who books. */
type LinkStateKey = 'callKey' | 'bookingLead';

/** Returns the state of the history entry, including the router's fields. */
const readEntryState = (): Record<string, unknown> => ({ ...history.state });

/**
 * Stores a link's value in the history entry, so that it survives a reload but is never in the URL,
 * which tracking scripts read. Null removes it.
 */
function saveToEntry(name: LinkStateKey, value: string | null): void {
  const { [name]: _, ...rest } = readEntryState();
  const state = value === null ? rest : { ...rest, [name]: value };
  history.replaceState(state, '', location.pathname + location.search);
}

/** Moves a value from the URL's fragment to the history entry, or returns the stored one. */
function takeFromHash(name: LinkStateKey, parse: (hash: string) => string | null): string | null {
  const value = parse(location.hash);
  if (value !== null) {
    saveToEntry(name, value);
    return value;
  }
  const saved = readEntryState()[name];
  return typeof saved === 'string' ? saved : null;
}

/** Calls back now, and when an email's link is opened in this tab. @returns the cleanup function */
export function onLinkOpened(listener: () => void): () => void {
  listener();
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** Stores the call's token for reloads; null removes it. */
export const saveCallToken = (token: string | null): void => saveToEntry('callKey', token);

/** Returns the call token from the email's link, or the stored one. */
export const takeCallToken = (): string | null => takeFromHash('callKey', parseTokenFragment);

/** Returns the id of the lead whose link was opened. A booking updates that lead. */
export const takeLeadId = (): string | null => takeFromHash('bookingLead', parseLeadFragment);
