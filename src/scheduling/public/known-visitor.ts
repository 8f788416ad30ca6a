import type { Plan } from '../../cover/contract';
import { draftStore, getCurrentPlan, getSentLead } from '../../leads/public/draft-store';

/** Known data of a visitor who is about to book. Empty strings mean unknown. */
export interface KnownVisitor {
  name: string;
  email: string;
  company: string;
  leadId?: string | undefined;
  /** The plan that the visitor has painted and not sent yet. */
  plan?: Plan | null;
}

/** Returns visitor data from the inquiry sent from this page, or from the draft. */
export function getKnownVisitor(): KnownVisitor {
  const sent = getSentLead();
  const plan = getCurrentPlan();
  if (sent) {
    return {
      name: sent.contactName,
      email: sent.email,
      company: sent.companyName,
      leadId: sent.id,
      plan,
    };
  }
  const { contactName, email, companyName } = draftStore.values();
  return { name: contactName, email, company: companyName, plan };
}
