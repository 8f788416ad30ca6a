import { draftStore } from '../../leads/public/draft-store';
import { getSentLead } from '../../leads/public/sent-lead';

/** What the site already knows of a visitor who is about to book. Empty texts are not known. */
export interface KnownVisitor {
  name: string;
  email: string;
  company: string;
  leadId?: string | undefined;
}

/** Who is about to book: who has sent an enquiry from this page, else who has begun one. */
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
