import { hash } from 'node:crypto';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { executeTogether } from '../../lib/execute-together.server';
import { groupCommit } from '../../lib/group-commit.server';
import { inTransaction } from '../../lib/in-transaction.server';
import { orderedId } from '../../lib/ordered-id.server';
import { rowsStatement } from '../../lib/rows-statement.server';
import { boundedCounts, countedSource, stepsCounted } from '../funnel/funnel-counts.server';
import { deliveriesOf, deliveriesStored } from '../outbox/outbox-store.server';
import { adoptBookings, hasUnownedBooking } from '../scheduling/booking-leads.server';
import { agreedDeliveries } from '../tracking/attribution';
import { holdersOf, type IdempotencyRow, keysTaken } from './idempotency-keys.server';
import type { LeadInput, Suspicion } from './lead';
import { toSearchText } from './lead-search-text';
import { insertSearchTexts } from './lead-search-texts.server';
import { type LeadRow, leadColumns } from './lead-table.server';

/** Leads of one transaction. More would gain nothing, and make the first of them wait for the last. */
const mostAtOnce = 64;

export interface LeadStoreParts {
  environment: Environment;
  /** Called when there is something to deliver. */
  onPending: () => void;
  findPackages: FindPackages;
}

/** The packages with these ids, without those that are gone. */
export type FindPackages = (ids: readonly string[]) => Promise<{ id: string; name?: unknown }[]>;

interface NewLead {
  row: LeadRow;
  input: LeadInput;
  key: string | undefined;
  requestHash: string;
}

/**
 * What was typed, and nothing else that came with it. Each field by its name: to spread an input and add
 * to it took V8 longer than everything else that makes a lead.
 */
const typedOf = (input: LeadInput) => ({
  companyName: input.companyName,
  contactName: input.contactName,
  email: input.email,
  phone: input.phone,
  industry: input.industry,
  numberOfLocations: input.numberOfLocations,
  interestedPackage: input.interestedPackage,
  message: input.message,
});

/**
 * What an idempotency key stands for. Without a package's id it is what releases before that id have
 * hashed, so that a request which is repeated across an update stays the same request.
 */
const hashedText = (typed: object, { interestedPackageId }: LeadInput): string =>
  JSON.stringify(interestedPackageId === null ? typed : { ...typed, interestedPackageId });

/**
 * Whether a key was used for the same request. A process of the release before, which may run beside this one
 * during an update, has stored the request without the package's id.
 */
const isSameRequest = (stored: string, { requestHash, key, input }: NewLead): boolean =>
  stored === requestHash ||
  (key !== undefined && stored === hash('sha256', JSON.stringify(typedOf(input))));

/**
 * Clears the package's id where no package has it together with the name beside it: it was deleted or
 * renamed meanwhile, or the request was not ours.
 */
async function clearUnknownPackages(
  leads: readonly NewLead[],
  findPackages: FindPackages,
): Promise<void> {
  const chosen = leads.filter(({ row }) => row.interestedPackageId !== null);
  if (chosen.length === 0) return;
  const ids = chosen.flatMap(({ row }) => row.interestedPackageId ?? []);
  const packages = await findPackages([...new Set(ids)]);
  for (const { row } of chosen) {
    const { interestedPackageId, interestedPackage } = row;
    const isKnown = packages.some(
      ({ id, name }) => id === interestedPackageId && name === interestedPackage,
    );
    if (!isKnown) row.interestedPackageId = null;
  }
}

function newLead(input: LeadInput, key: string | undefined, suspect: Suspicion | null): NewLead {
  const now = new Date().toISOString();
  const typed = typedOf(input);
  const row: LeadRow = {
    id: orderedId(),
    status: 'new',
    assignedPmId: null,
    suspect,
    attribution: input.attribution && JSON.stringify(input.attribution),
    consent: input.consent && JSON.stringify(input.consent),
    createdAt: now,
    updatedAt: now,
    ...typed,
    interestedPackageId: input.interestedPackageId,
  };
  // The same enquiry may be sent again by a later visit, with another consent.
  const requestHash = key === undefined ? '' : hash('sha256', hashedText(typed, input));
  return { row, input, key, requestHash };
}

const leadsStored = rowsStatement(leadColumns, (db, rows, names) =>
  db
    .insertInto('leads')
    .columns(names)
    .expression(rows)
    .returning(['id', 'email', hasUnownedBooking.as('booked')]),
);

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

/** The answer to a lead: its own id, or that of the lead which its key was used for before. */
type Holder = Pick<IdempotencyRow, 'leadId' | 'requestHash'>;

const keyRow = ({ row, key, requestHash }: NewLead): IdempotencyRow[] =>
  key === undefined ? [] : [{ key, requestHash, leadId: row.id, createdAt: row.createdAt }];

/** A key that was believed to be new is taken: nothing of the transaction counts. */
class KeyTaken extends Error {}

/**
 * Stores leads with all that they cause, in one durable transaction.
 * @returns whether anything is to be delivered
 * @throws KeyTaken when one of their keys was used before
 */
function storeLeads(
  db: Database,
  environment: Environment,
  leads: readonly NewLead[],
): Promise<boolean> {
  const keys = leads.flatMap(keyRow);
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
  return inTransaction(db, async (transaction) => {
    const counts = await boundedCounts(transaction, countsOf(leads));
    const [taken, stored] = await executeTogether(transaction, [
      keysTaken(transaction, keys),
      leadsStored(
        transaction,
        leads.map(({ row }) => row),
      ),
      deliveriesStored(transaction, deliveries),
      insertSearchTexts(
        transaction,
        leads.map(({ row, input }) => ({ leadId: row.id, text: toSearchText(input) })),
      ),
      // Last: all leads of a day count in one row, and whoever writes it holds up the others' commits.
      ...(counts.size > 0 ? [stepsCounted(transaction, 'enquiry', counts)] : []),
    ]);
    if (taken.length < keys.length) throw new KeyTaken();
    await adoptBookings(
      transaction,
      stored.filter(({ booked }) => booked),
    );
    return deliveries.some(({ status }) => status === 'pending');
  });
}

/**
 * The way in for enquiries. Those that come at the same time share one transaction.
 * @param onPending called after the answers, when there is something to deliver
 */
export function leadCreation(
  db: Database,
  { environment, onPending, findPackages }: LeadStoreParts,
) {
  /** The answers, in the same order. Of leads with one key the first is stored. */
  async function commit(leads: readonly NewLead[]): Promise<Holder[]> {
    const holders = new Map<string, Holder>();
    for (const row of leads.flatMap(keyRow)) {
      if (!holders.has(row.key)) holders.set(row.key, row);
    }
    const answerTo = ({ row, key, requestHash }: NewLead): Holder =>
      (key !== undefined && holders.get(key)) || { leadId: row.id, requestHash };
    await clearUnknownPackages(leads, findPackages);
    for (;;) {
      const own = leads.filter((lead) => answerTo(lead).leadId === lead.row.id);
      try {
        const isPending = own.length > 0 && (await storeLeads(db, environment, own));
        if (isPending) setImmediate(onPending);
        return leads.map(answerTo);
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        // Found out by trying: a look first would cost all who send theirs once a way there and back.
        const earlier = await holdersOf(db, [...holders.keys()]);
        for (const row of earlier) holders.set(row.key, row);
      }
    }
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
    if (!isSameRequest(requestHash, lead)) {
      throw new AppError(
        'conflict',
        'This Idempotency-Key was used for another request. Send the changed one with a new key.',
      );
    }
    return leadId;
  };
}
