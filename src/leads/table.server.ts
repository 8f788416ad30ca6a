import { parseAttribution, parseLeadConsent } from '../analytics/contract';
import { toFunnelSource } from '../analytics/store.server';
import type { Columns } from '../db/bulk-statement.server';
import type { Database } from '../db/database.server';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';
import type { Lead } from './contract';
import { parsePlan } from './lead-plan';

/** The columns that a new inquiry has. Objects are stored as JSON. */
export interface NewLeadRow
  extends Omit<
    Lead,
    | 'attribution'
    | 'consent'
    | 'plan'
    | 'nextStep'
    | 'nextStepTaskId'
    | 'answeredAt'
    | 'deletedAt'
    | 'mergedIntoId'
    | 'expiresAt'
  > {
  attribution: string | null;
  consent: string | null;
  plan: string | null;
  /** The normalized mailbox and phone number, by which inquiries of one person are found. */
  person: string | null;
  phoneDigits: string | null;
}

/** A row of `leads`. */
export interface LeadRow extends NewLeadRow {
  /**
   * The open task that is due first, also of a merged inquiry, with its text and due time. The previous
   * release changes the two without the task.
   */
  nextStepTaskId: string | null;
  nextStepText: string | null;
  nextStepDueAt: string | null;
  answeredAt: string | null;
  deletedAt: string | null;
  mergedIntoId: string | null;
  mergedAt: string | null;
  importId: string | null;
  expiresAt: string | null;
}

declare module '../db/database.server' {
  interface Tables {
    leads: LeadRow;
  }
}

declare module '../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    'lead-created': {
      leadId: string;
      /** Platforms to which the server may report the lead, by the visitor's consent. */
      agreed: { analytics: boolean; advertising: boolean };
      /** Whether it looks like spam. Then only the owner is notified. */
      isSuspect: boolean;
    };
    /** A lead without an inquiry: added by the owner, or from a booked call. */
    'lead-added': { leadId: string };
    /** The owner wrote a mail, which is stored as a contact. */
    'lead-mail': { leadId: string; contactId: string };
    /** A lead's fields were changed by the owner, or its status by a booked call. */
    'lead-updated': { leadId: string; changed: readonly string[] };
  }
}

export const leadColumns: Columns<NewLeadRow> = {
  id: 'text',
  companyName: 'text',
  contactName: 'text',
  email: 'text',
  phone: 'text',
  industry: 'text',
  numberOfLocations: 'integer',
  interestedPackage: 'text',
  interestedPackageId: 'text',
  message: 'text',
  status: 'text',
  assignedPmId: 'text',
  suspect: 'text',
  attribution: 'text',
  consent: 'text',
  plan: 'text',
  source: 'text',
  person: 'text',
  phoneDigits: 'text',
  createdAt: 'text',
  updatedAt: 'text',
};

/** Converts a row to a lead. */
export const toLead = ({
  person,
  phoneDigits,
  nextStepText,
  nextStepDueAt,
  mergedAt,
  importId,
  ...row
}: LeadRow): Lead => ({
  ...row,
  nextStep:
    nextStepText === null || nextStepDueAt === null
      ? null
      : { text: nextStepText, dueAt: nextStepDueAt },
  attribution: parseAttribution(row.attribution),
  consent: parseLeadConsent(row.consent),
  plan: parsePlan(row.plan),
});

/** Finds a lead; undefined when it doesn't exist or was deleted. */
export async function findLead(db: Database, id: string): Promise<Lead | undefined> {
  const row = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row && toLead(row);
}

/**
 * Minimum number of digits by which phone numbers are compared. Shorter ones may match by chance.
 */
const minPhoneDigits = 7;

/**
 * Normalizes a phone number for comparison: digits only, without an extension and without the
 * country code of the USA and Canada, which is often omitted. Null for a number that is too short.
 */
function normalizePhone(phone: string | null): string | null {
  const digits = (phone ?? '').replace(/(?:ext\.?|x|#)\s*\d+\s*$/i, '').replace(/\D/g, '');
  if (digits.length < minPhoneDigits) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Derives the columns by which a lead is grouped and filtered. */
export const deriveLeadKeys = ({
  email,
  phone,
  attribution,
}: Pick<Lead, 'email' | 'phone' | 'attribution'>): Pick<
  NewLeadRow,
  'person' | 'phoneDigits' | 'source'
> => ({
  person: normalizeMailbox(email),
  phoneDigits: normalizePhone(phone),
  source: toFunnelSource(attribution),
});
