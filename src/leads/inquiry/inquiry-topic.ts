// Imported as a type only, because the form doesn't load zod.
import type { PublicTalent } from '../../content/collections/talents/contract';
import type { CoverAnswer, Plan } from '../../cover/contract';

/** The talent that a visitor asks about, with the fields that the form shows. */
export type TalentChoice = PublicTalent;

/** The plan that a visitor asks about. */
export interface PlanTopic {
  plan: Plan;
  /** The plan in addresses (`encodePlan`). */
  code: string;
  /** The people who can work it, as the page shows them. */
  answer?: CoverAnswer | null;
  /** The people who are on it, in its order. */
  people?: readonly TalentChoice[];
  /** The visitor's cost numbers, as text for the message. */
  costs?: string | null;
}

/** Topic of an inquiry, from the button that opened the lead form. */
export interface InquiryTopic {
  packageId?: string;
  talent?: TalentChoice;
  /** Includes the shortlist, even if it was sent before. */
  shortlist?: true;
  plan?: PlanTopic;
}

/** Converts a topic to query parameters. */
export const toQueryFields = ({ packageId, talent, shortlist, plan }: InquiryTopic) =>
  Object.entries({
    package: packageId,
    talent: talent?.id,
    shortlist: shortlist && '1',
    plan: plan?.code,
  }).filter((field): field is [name: string, value: string] => Boolean(field[1]));

/** Serializes a topic, to compare two of them. */
export const getTopicKey = (topic: InquiryTopic): string => toQueryFields(topic).join(' ');

/** Builds the URL of the inquiry page, for browsers that can't open the form as a dialog. */
export function buildInquiryUrl(topic: InquiryTopic): string {
  const query = new URLSearchParams(toQueryFields(topic)).toString();
  return query === '' ? '/enquiry' : `/enquiry?${query}`;
}
