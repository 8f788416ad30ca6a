// Type only: the form needs no zod.
import type { PublicTalent } from '../talents/contract';

/** The talent that a visitor asks about, with the fields of their profile. */
export type TalentChoice = PublicTalent;

/** What the visitor pointed at before the lead form opened. */
export interface InquiryTopic {
  packageId?: string;
  talent?: TalentChoice;
  /** They asked about their shortlist: it goes along, also when it was sent before. */
  shortlist?: true;
}

/** The same as names and values of an address's query. */
export function toQueryFields({ packageId, talent, shortlist }: InquiryTopic) {
  const fields: [name: string, value: string][] = [];
  if (packageId) fields.push(['package', packageId]);
  if (talent) fields.push(['talent', talent.id]);
  if (shortlist) fields.push(['shortlist', '1']);
  return fields;
}

/** The same as one text, by which two openings of the form are about the same or not. */
export const getTopicKey = (topic: InquiryTopic): string => toQueryFields(topic).join(' ');

/** The enquiry page about the same, for browsers that cannot open the form as a dialog. */
export function buildInquiryUrl(topic: InquiryTopic): string {
  const query = new URLSearchParams(toQueryFields(topic)).toString();
  return query === '' ? '/enquiry' : `/enquiry?${query}`;
}
