// Imported as a type only, because the form doesn't load zod.
import type { PublicTalent } from '../../content/collections/talents/contract';

/** The talent that a visitor asks about, with the fields that the form shows. */
export type TalentChoice = PublicTalent;

/** Topic of an inquiry, from the button that opened the lead form. */
export interface InquiryTopic {
  packageId?: string;
  talent?: TalentChoice;
  /** Includes the shortlist, even if it was sent before. */
  shortlist?: true;
}

/** Converts a topic to query parameters. */
export function toQueryFields({ packageId, talent, shortlist }: InquiryTopic) {
  const fields: [name: string, value: string][] = [];
  if (packageId) fields.push(['package', packageId]);
  if (talent) fields.push(['talent', talent.id]);
  if (shortlist) fields.push(['shortlist', '1']);
  return fields;
}

/** Serializes a topic, to compare two of them. */
export const getTopicKey = (topic: InquiryTopic): string => toQueryFields(topic).join(' ');

/** Builds the URL of the inquiry page, for browsers that can't open the form as a dialog. */
export function buildInquiryUrl(topic: InquiryTopic): string {
  const query = new URLSearchParams(toQueryFields(topic)).toString();
  return query === '' ? '/enquiry' : `/enquiry?${query}`;
}
