import { campaignParameters, getSource, type Touch } from '../analytics/attribution/touch';
import type { Lead } from './contract';

/** Text as it is compared: lower case, and without accents. */
export const toComparable = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What people write between the digits of a phone number. */
const phonePunctuation = /[\s\-\u2010-\u2015\u2212.()/+,]/g;

/** Digits below which a number says too little: it is searched for as text. */
const minPhoneDigits = 3;

/** The digits of a phone number that was typed to be found; null when something else was typed. */
export function parsePhoneDigits(input: string): string | null {
  const digits = input.replace(phonePunctuation, '');
  if (!/^\d+$/.test(digits) || digits.length < minPhoneDigits) return null;
  // The country code of the USA and Canada is left off as often as it is written.
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

const utmParameters = campaignParameters.filter((name) => name.startsWith('utm_'));

/** The source and the campaign of a visit, as the admin area shows them. */
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

/** All that a lead is found by, a line each. */
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
