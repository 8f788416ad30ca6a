import type { LeadInput } from '../contract';
import type { TalentChoice } from './inquiry-topic';
import type { PlanSummary } from './plan-summary';

/** State of the inquiry page, as the server renders it. */
export interface InquiryPageState {
  values: Partial<Record<keyof LeadInput, string>>;
  errors: Record<string, string>;
  /** The UTC day on which the form was opened, to which the server adds the hash of its content. */
  idempotencyKey: string;
  /** When the form was first sent to the visitor, in milliseconds since the epoch. */
  openedAt: number;
  formError: string | null;
  /** The talent that the visitor asks about. */
  talent: TalentChoice | null;
  /** The plan that goes along. */
  plan: PlanSummary | null;
  /**
   * Ids of the posted shortlist, empty when the visitor excluded it; null when the form had none.
   */
  shortlist: string[] | null;
  /** Attribution from URL and referrer, as JSON in a hidden field. */
  attribution: string;
  sent: {
    leadId: string;
    packageId: string | null;
    packageName: string | null;
    companyName: string;
    numberOfLocations: number | null;
    /** Whether the server reports it to Google Analytics. */
    isReportedByServer: boolean;
  } | null;
}

/** The state of an empty form. */
export const emptyInquiry: InquiryPageState = {
  values: {},
  errors: {},
  idempotencyKey: '',
  attribution: '',
  openedAt: 0,
  formError: null,
  talent: null,
  plan: null,
  shortlist: null,
  sent: null,
};
