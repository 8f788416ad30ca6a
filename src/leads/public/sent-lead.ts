/** The parts of the last sent inquiry that later steps need. */
export interface SentLead {
  id: string;
  contactName: string;
  email: string;
  companyName: string;
}

// In memory only: the privacy page promises that typed data leaves the browser once it is sent.
let lastSentLead: SentLead | null = null;

/** Remembers the sent inquiry until the page closes. */
export function rememberSentLead({ id, contactName, email, companyName }: SentLead): void {
  lastSentLead = { id, contactName, email, companyName };
}

/** Returns the inquiry sent from this page, or null. */
export const getSentLead = (): SentLead | null => lastSentLead;
