import { campaignParameters, getSource, type Touch } from '../../analytics/attribution/touch';
import { toComparable } from '../../lib/to-comparable';
import type { Lead } from '../contract';

/** Punctuation between the digits of a phone number. */
const phonePunctuation = /[\s\-\u2010-\u2015\u2212.()/+,]/g;

/** A number with fewer digits is searched as text. */
const minPhoneDigits = 3;

/** Extracts the digits if the search is for a phone number; null otherwise. */
export function parsePhoneDigits(input: string): string | null {
  const digits = input.replace(phonePunctuation, '');
  if (!/^\d+$/.test(digits) || digits.length < minPhoneDigits) return null;
  // The country code of the USA and Canada is often omitted.
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

const utmParameters = campaignParameters.filter((name) => name.startsWith('utm_'));

/** Lists the texts of a visit's source and campaign, as the admin area shows them. */
const listVisitTexts = (visit: Touch) => [
  getSource(visit),
  visit.referrer,
  ...utmParameters.map((name) => visit.campaign?.[name]),
];

type SearchableLead = Pick<
  Lead,
  | 'companyName'
  | 'contactName'
  | 'email'
  | 'phone'
  | 'interestedPackage'
  | 'message'
  | 'attribution'
>;

/** Builds the text by which a lead is found, one value per line. */
export function toSearchText(lead: SearchableLead): string {
  const { attribution, phone } = lead;
  const lines = [
    lead.companyName,
    lead.contactName,
    lead.email,
    phone,
    phone?.replace(/\D/g, ''),
    lead.interestedPackage,
    lead.message,
    ...(attribution
      ? [...listVisitTexts(attribution.first), ...listVisitTexts(attribution.last)]
      : []),
  ];
  return toComparable([...new Set(lines.filter(Boolean))].join('\n'));
}
