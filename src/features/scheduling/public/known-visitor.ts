import { draftStore } from '../../leads/public/draft-store';
import { getSentLead } from '../../leads/public/sent-lead';

/** What the site knows about a visitor who is about to book. Empty strings mean unknown. */
export interface KnownVisitor {
  name: string;
  email: string;
  company: string;
  leadId?: string | undefined;
}

/** Visitor data from the inquiry sent from this page, or from the draft. */
export function getKnownVisitor(): KnownVisitor {
  const sent = getSentLead();
  if (sent) {
    return {
      name: sent.contactName,
      email: sent.email,
      company: sent.companyName,
      leadId: sent.id,
    };
  }
  const { contactName, email, companyName } = draftStore.values();
  return { name: contactName, email, company: companyName };
}
