import type { Plan } from '../../cover/contract';
import { decodePlan } from '../../cover/plan-code';
import { draftStore } from '../../leads/public/draft-store';
import { getSentLead } from '../../leads/public/sent-lead';

/** Known data of a visitor who is about to book. Empty strings mean unknown. */
export interface KnownVisitor {
  name: string;
  email: string;
  company: string;
  leadId?: string | undefined;
  /** The plan that the visitor has painted and not sent yet. */
  plan?: Plan | null;
}

/** Returns the plan of the page, which its address has, otherwise that of the draft. */
function getPlan(): Plan | null {
  const code = location.pathname === '/cover' && new URLSearchParams(location.search).get('p');
  return (code && decodePlan(code)) || draftStore.plan();
}

/** Returns visitor data from the inquiry sent from this page, or from the draft. */
export function getKnownVisitor(): KnownVisitor {
  const sent = getSentLead();
  const plan = getPlan();
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
