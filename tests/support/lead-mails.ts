/**
 * The mails that a new lead triggers. Mail tests ignore other deliveries, so that new kinds can be
 * added.
 */
const leadMails: readonly string[] = ['lead-confirmation', 'lead-notification'];

/** A delivery in an API response. */
export interface DeliveryRow {
  id: string;
  kind: string;
  status: string;
  attempts: number;
  lastError: string | null;
  /** The mail server's last response. */
  answer: string | null;
}

/** Filters a lead's deliveries down to the lead mails. */
export const pickLeadMails = <T extends { kind: string }>(deliveries: readonly T[]): T[] =>
  deliveries.filter(({ kind }) => leadMails.includes(kind));
