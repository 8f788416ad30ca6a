import { paymentAuditSubject } from '../payments/history';
import { callAuditSubject } from '../scheduling/history';

/** Under what the changes of a lead itself are written down. */
export const leadSubject = 'leads';

/** What stands in a lead's history besides, and goes when the lead is deleted. */
export const leadTimelineSubjects = [paymentAuditSubject, callAuditSubject] as const;
