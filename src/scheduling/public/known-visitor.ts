import { draftStore } from '../../leads/public/draft-store';
import { getSentLead } from '../../leads/public/sent-lead';

/** Known data of a visitor who is about to book. Empty strings mean unknown. */
export interface KnownVisitor {
  name: string;
  email: string;
  company: string;
  leadId?: string | undefined;
}

/** Returns visitor data from the inquiry sent from this page, or from the draft. */
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
