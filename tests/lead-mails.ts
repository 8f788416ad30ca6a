/** The mails that a new lead causes. Tests of mail look at these alone: other deliveries may be added. */
const leadMails: readonly string[] = ['lead-confirmation', 'lead-notification'];

/** A delivery as the API sends it. */
export interface DeliveryRow {
  id: string;
  kind: string;
  status: string;
  attempts: number;
  lastError: string | null;
}

/** Picks the mails among a lead's deliveries. */
export const pickLeadMails = <T extends { kind: string }>(deliveries: readonly T[]): T[] =>
  deliveries.filter(({ kind }) => leadMails.includes(kind));
