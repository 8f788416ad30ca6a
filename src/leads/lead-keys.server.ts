import { toFunnelSource } from '../analytics/store.server';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';
import type { Lead } from './contract';
import type { NewLeadRow } from './table.server';

/**
 * Minimum number of digits by which phone numbers are compared. Shorter ones may match by chance.
 */
const minPhoneDigits = 7;

/**
 * Normalizes a phone number for comparison: digits only, without an extension and without the
 * country code of the USA and Canada, which is often omitted. Null for a number that is too short.
 */
function normalizePhone(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/(?:ext\.?|x|#)\s*\d+\s*$/i, '').replace(/\D/g, '');
  if (digits.length < minPhoneDigits) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Derives the columns by which a lead is grouped and filtered. */
export const deriveLeadKeys = ({
  email,
  phone,
  attribution,
}: Pick<Lead, 'email' | 'phone' | 'attribution'>): Pick<
  NewLeadRow,
  'person' | 'phoneDigits' | 'source'
> => ({
  person: normalizeMailbox(email),
  phoneDigits: normalizePhone(phone),
  source: toFunnelSource(attribution),
});
