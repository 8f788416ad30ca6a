import { parseLeadFragment, tokenOfFragment } from '../call';

/** What a mail's link brings: the key to a call, or the id of the lead that books. */
type LinkValue = 'callKey' | 'bookingLead';

/** What of the history entry is ours; whatever else stands there stays. */
const entry = (): Record<string, unknown> => ({ ...history.state });

/**
 * Keeps a link's value with the history entry: a reload still finds it, and it stands in no address,
 * which measuring scripts read by themselves. Null removes it.
 */
function keepInEntry(name: LinkValue, value: string | null): void {
  const { [name]: _, ...rest } = entry();
  const state = value === null ? rest : { ...rest, [name]: value };
  history.replaceState(state, '', location.pathname + location.search);
}

/** Takes a value out of the address, which loses it at once, or finds the one that was kept. */
function takeFromAddress(name: LinkValue, parse: (hash: string) => string | null): string | null {
  const value = parse(location.hash);
  if (value !== null) {
    keepInEntry(name, value);
    return value;
  }
  const kept = entry()[name];
  return typeof kept === 'string' ? kept : null;
}

/** Keeps the key to a call over a reload; null forgets it. */
export const keepCallKey = (token: string | null): void => keepInEntry('callKey', token);

/** The key that the mail's link has brought, or that was kept. */
export const takeCallKey = (): string | null => takeFromAddress('callKey', tokenOfFragment);

/** The lead whose own link was opened: a call that is booked here moves it. */
export const takeBookingLead = (): string | null =>
  takeFromAddress('bookingLead', parseLeadFragment);
