import type { LeadInput } from './contract';
import type { TalentChoice } from './inquiry-topic';

/** What the server says about the enquiry page that it answers with. */
export interface InquiryPageState {
  /** As they were typed. */
  values: Partial<Record<keyof LeadInput, string>>;
  errors: Record<string, string>;
  idempotencyKey: string;
  /** When the form was first sent to the visitor: milliseconds since 1970. */
  openedAt: number;
  /** Why the form as a whole was not taken; what was typed is in it still. */
  formError: string | null;
  /** Whom the visitor asks about. */
  talent: TalentChoice | null;
  /** Ids of the shortlist that was posted along, none when it was left out; null when nothing said so. */
  shortlist: string[] | null;
  /** Where the visitor came from, as far as the addresses said; as JSON, and so posted along. */
  attribution: string;
  /** The stored enquiry. */
  sent: {
    leadId: string;
    packageId: string | null;
    packageName: string | null;
    companyName: string;
    numberOfLocations: number | null;
    /** The server tells Google Analytics of it. */
    isReportedByServer: boolean;
  } | null;
}

/** An enquiry that nobody has begun. */
export const emptyInquiry: InquiryPageState = {
  values: {},
  errors: {},
  idempotencyKey: '',
  attribution: '',
  openedAt: 0,
  formError: null,
  talent: null,
  shortlist: null,
  sent: null,
};
