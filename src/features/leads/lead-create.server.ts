import { createHash } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { groupCommit } from '../../lib/group-commit.server';
import { jsonRows } from '../../lib/json-rows.server';
import { orderedId } from '../../lib/ordered-id.server';
import { countedSource, countSteps } from '../funnel/funnel-counts.server';
import { deliveriesOf, storeDeliveries } from '../outbox/outbox-store.server';
import { adoptBookings, hasUnownedBooking } from '../scheduling/booking-leads.server';
import { agreedDeliveries } from '../tracking/attribution';
import { takeKeys } from './idempotency-keys.server';
import type { LeadInput, Suspicion } from './lead';
import { type LeadRow, leadColumns, leadJson } from './lead-table.server';

/** Leads of one transaction. More would gain nothing, and make the first of them wait for the last. */
const mostAtOnce = 64;

interface NewLead {
  row: LeadRow;
  input: LeadInput;
  key: string | undefined;
  requestHash: string;
}

/** Of what was typed alone: the same enquiry may be sent again by a later visit, with another consent. */
const hashOf = ({ attribution: _, consent: __, ...typed }: LeadInput): string =>
  createHash('sha256').update(JSON.stringify(typed)).digest('hex');

function newLead(input: LeadInput, key: string | undefined, suspect: Suspicion | null): NewLead {
  const now = new Date().toISOString();
  const row: LeadRow = {
    ...input,
    ...leadJson(input),
    id: orderedId(),
    status: 'new',
    assignedPmId: null,
    suspect,
    createdAt: now,
    updatedAt: now,
  };
  return { row, input, key, requestHash: key === undefined ? '' : hashOf(input) };
}

/** How often the leads' sources brought one that is no suspect. */
function countsOf(leads: readonly NewLead[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row, input } of leads) {
    if (row.suspect !== null) continue;
    const source = countedSource(input.attribution);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return counts;
}

/**
 * Stores leads whose keys are their own, with all that they cause.
 * @returns whether anything is to be delivered
 */
async function storeLeads(
  transaction: DatabaseTransaction,
  environment: Environment,
  leads: readonly NewLead[],
): Promise<boolean> {
  if (leads.length === 0) return false;
  const rows = leads.map(({ row }) => row);
  const stored = await transaction
    .insertInto('leads')
    .columns(Object.keys(leadColumns) as (keyof LeadRow)[])
    .expression(jsonRows(transaction, leadColumns, rows))
    .returning(['id', 'email', hasUnownedBooking.as('hasBooked')])
    .execute();
  const deliveries = leads.flatMap(({ row, input }) =>
    deliveriesOf(
      'lead-created',
      {
        leadId: row.id,
        // No advertising platform is to learn from spam.
        agreed: agreedDeliveries(row.suspect === null ? input.consent : null),
        isSuspect: row.suspect !== null,
      },
      { environment },
    ),
  );
  await storeDeliveries(transaction, deliveries);
  await adoptBookings(
    transaction,
    stored.filter(({ hasBooked }) => hasBooked),
  );
  // Last: all leads of a day count in one row, and whoever writes it holds up the others' commits.
  await countSteps(transaction, 'enquiry', countsOf(leads));
  return deliveries.some(({ status }) => status === 'pending');
}

/**
 * The way in for enquiries. Those that come at the same time share one transaction.
 * @param onPending called after the answers, when there is something to deliver
 */
export function leadCreation(
  db: Database,
  { environment, onPending }: { environment: Environment; onPending: () => void },
) {
  /** The ids, in the same order: of the stored leads, or of those that the keys were used for before. */
  async function commit(leads: readonly NewLead[]) {
    const { stored, isPending } = await db.transaction().execute(async (transaction) => {
      const holders = await takeKeys(
        transaction,
        leads.flatMap(({ row: { id: leadId, createdAt }, key, requestHash }) =>
          key === undefined ? [] : [{ key, requestHash, leadId, createdAt }],
        ),
      );
      const answers = leads.map(({ row, key, requestHash }) => {
        const holder = key === undefined ? undefined : holders.get(key);
        return holder ?? { leadId: row.id, requestHash };
      });
      const own = leads.filter(({ row }, index) => answers[index]?.leadId === row.id);
      return { stored: answers, isPending: await storeLeads(transaction, environment, own) };
    });
    if (isPending) setImmediate(onPending);
    return stored;
  }

  const store = groupCommit(commit, mostAtOnce);

  /**
   * Stores an enquiry together with the deliveries that it causes, in one durable transaction.
   * @param key makes a repeated request store nothing and get the first one's answer
   * @param suspect why it looks like spam; it is stored and answered like any other
   * @returns the lead's id
   * @throws AppError conflict when the key was used with another content
   */
  return async function create(
    input: LeadInput,
    key?: string,
    suspect: Suspicion | null = null,
  ): Promise<string> {
    const lead = newLead(input, key, suspect);
    const { leadId, requestHash } = await store(lead);
    if (requestHash !== lead.requestHash) {
      throw new AppError(
        'conflict',
        'This Idempotency-Key was used for another enquiry. Send the changed one with a new key.',
      );
    }
    return leadId;
  };
}
