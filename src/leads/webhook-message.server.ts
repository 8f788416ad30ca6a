import { describePlan, formatHours } from '../cover/plan-words';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { NotSent } from '../foundation/outbox/delivery.server';
import type { WebhookMessage } from '../foundation/webhooks/send.server';
import { formatStatus, type Lead } from './contract';
import { buildPlanPath } from './lead-plan';
import { findLead } from './table.server';

/** Shown to the owner for a delivery whose lead is gone. */
export const leadDeleted: NotSent = { notSent: 'the lead was deleted' };

/** Builds the URL of a lead's page in the admin area. */
export const buildLeadUrl = ({ SITE_URL }: Pick<Environment, 'SITE_URL'>, leadId: string): string =>
  `${SITE_URL}/admin/leads/${leadId}`;

/** Returns the fields of a lead that webhooks receive. */
const toWebhookData = (lead: Lead, { SITE_URL }: Environment) => ({
  id: lead.id,
  companyName: lead.companyName,
  contactName: lead.contactName,
  email: lead.email,
  phone: lead.phone,
  industry: lead.industry,
  numberOfLocations: lead.numberOfLocations,
  interestedPackage: lead.interestedPackage,
  message: lead.message,
  plan: lead.plan,
  planUrl: lead.plan && SITE_URL + buildPlanPath(lead.plan),
  status: lead.status,
  source: lead.source,
  createdAt: lead.createdAt,
  updatedAt: lead.updatedAt,
  url: buildLeadUrl({ SITE_URL }, lead.id),
});

/**
 * Reads what webhooks receive about a lead: its state when the message is sent.
 * @param title what happened, before the company's name
 */
export async function readLeadMessage(
  { db, environment }: { db: Database; environment: Environment },
  leadId: string,
  title: string,
  changed?: readonly string[],
): Promise<WebhookMessage | NotSent> {
  const lead = await findLead(db, leadId);
  if (!lead) return leadDeleted;
  const data = toWebhookData(lead, environment);
  const contact = [lead.contactName, lead.email, lead.phone].filter((part) => part !== null);
  const details = [
    lead.interestedPackage,
    lead.plan && `Plan: ${formatHours(describePlan(lead.plan).minutes)} a week`,
    changed ? formatStatus(lead.status) : null,
  ];
  return {
    summary: {
      title: `${title}, ${lead.companyName}`,
      lines: [contact.join(', '), ...details.filter((line) => line !== null)],
      url: data.url,
    },
    data: { ...data, ...(changed && { changed }) },
  };
}
