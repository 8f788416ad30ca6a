/** The enquiry that was sent last, as far as whoever sent it goes on with it. */
export interface SentLead {
  id: string;
  contactName: string;
  email: string;
  companyName: string;
}

// In memory alone: what was typed is gone from the browser once it is sent, as the privacy page says.
let lastSentLead: SentLead | null = null;

/** Remembers who sent an enquiry, for as long as the page lives. */
export function rememberSentLead({ id, contactName, email, companyName }: SentLead): void {
  lastSentLead = { id, contactName, email, companyName };
}

/** The enquiry that was sent from this page, if one was. */
export const getSentLead = (): SentLead | null => lastSentLead;
