import { parseLeadFragment, parseTokenFragment } from '../call';

/** What a mail's link brings: the key to a call, or the id of the lead that books. */
type LinkStateKey = 'callKey' | 'bookingLead';

/** What of the history entry is ours; whatever else stands there stays. */
const readEntryState = (): Record<string, unknown> => ({ ...history.state });

/**
 * Keeps a link's value with the history entry: a reload still finds it, and it stands in no address,
 * which measuring scripts read by themselves. Null removes it.
 */
function saveToEntry(name: LinkStateKey, value: string | null): void {
  const { [name]: _, ...rest } = readEntryState();
  const state = value === null ? rest : { ...rest, [name]: value };
  history.replaceState(state, '', location.pathname + location.search);
}

/** Takes a value out of the address, which loses it at once, or finds the one that was kept. */
function takeFromHash(name: LinkStateKey, parse: (hash: string) => string | null): string | null {
  const value = parse(location.hash);
  if (value !== null) {
    saveToEntry(name, value);
    return value;
  }
  const saved = readEntryState()[name];
  return typeof saved === 'string' ? saved : null;
}

/** Keeps the key to a call over a reload; null forgets it. */
export const saveCallToken = (token: string | null): void => saveToEntry('callKey', token);

/** The key that the mail's link has brought, or that was kept. */
export const takeCallToken = (): string | null => takeFromHash('callKey', parseTokenFragment);

/** The lead whose own link was opened: a call that is booked here moves it. */
export const takeLeadId = (): string | null => takeFromHash('bookingLead', parseLeadFragment);
