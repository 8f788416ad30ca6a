import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { NotSent } from '../foundation/outbox/delivery.server';
import type { WebhookMessage } from '../foundation/webhooks/send.server';
import { formatStatus, type Lead } from './contract';
import { findLead } from './table.server';

/** Shown to the owner for a delivery whose lead is gone. */
export const leadDeleted: NotSent = { notSent: 'the lead was deleted' };

/** Builds the URL of a lead's page in the admin area. */
export const buildLeadUrl = ({ SITE_URL }: Pick<Environment, 'SITE_URL'>, leadId: string): string =>
  `${SITE_URL}/admin/leads/${leadId}`;

/** Returns the fields of a lead that webhooks receive. */
const toWebhookData = (lead: Lead, url: string) => ({
  id: lead.id,
  companyName: lead.companyName,
  contactName: lead.contactName,
  email: lead.email,
  phone: lead.phone,
  industry: lead.industry,
  numberOfLocations: lead.numberOfLocations,
  interestedPackage: lead.interestedPackage,
  message: lead.message,
  status: lead.status,
  source: lead.source,
  createdAt: lead.createdAt,
  updatedAt: lead.updatedAt,
  url,
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
  const url = buildLeadUrl(environment, lead.id);
  const contact = [lead.contactName, lead.email, lead.phone].filter((part) => part !== null);
  const details = [lead.interestedPackage, changed ? formatStatus(lead.status) : null];
  return {
    summary: {
      title: `${title}, ${lead.companyName}`,
      lines: [contact.join(', '), ...details.filter((line) => line !== null)],
      url,
    },
    data: { ...toWebhookData(lead, url), ...(changed && { changed }) },
  };
}
