import { countRows, type Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import { parseJson, z } from '../../lib/schema';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import type { DeliveryFailure } from './delivery.server';
import { defaultTimings } from './delivery-attempt.server';
import { findDelivery, type OutboxRow } from './store.server';

/** Attempts after which a delivery that is tried again counts as a problem. */
const minProblemAttempts = 2;

/**
 * Returns how far the outbox is behind, and how many deliveries were given up within a day. One that
 * failed is late since its event, because each attempt makes it due again later. One that postpones
 * itself counts no attempt.
 */
export async function readOutboxState(db: Database) {
  const now = new Date().toISOString();
  const [oldest, failed] = await Promise.all([
    db
      .selectFrom('outbox')
      .select((eb) => {
        const lateSince = eb
          .case()
          .when('attempts', '>=', minProblemAttempts)
          .then(eb.ref('createdAt'))
          .else(eb.ref('dueAt'))
          .end();
        return eb.fn.min<string | null>(lateSince).as('lateSince');
      })
      .where('status', '=', 'pending')
      .where((eb) => eb.or([eb('dueAt', '<=', now), eb('attempts', '>=', minProblemAttempts)]))
      .executeTakeFirstOrThrow(),
    countRows(
      db.selectFrom('outbox').where('status', '=', 'failed').where('dueAt', '>', getTimeAgo(DAY)),
    ),
  ]);
  return {
    oldestLateMs: oldest.lateSince === null ? 0 : Date.parse(now) - Date.parse(oldest.lateSince),
    failedLastDay: failed,
  };
}

/** The columns of a delivery in the admin API. */
const receiptColumns = [
  'id',
  'kind',
  'leadId',
  'payload',
  'status',
  'attempts',
  'lastError',
  'createdAt',
  'sentAt',
  'dueAt',
  'target',
  'answer',
] as const;

type Receipt = Pick<OutboxRow, (typeof receiptColumns)[number]>;

const callPayload = z.object({ bookingId: z.string() });

/** Completes receipts with the names of their webhooks, and the calls that they are about. */
async function toReceipts(db: Database, rows: readonly Receipt[]) {
  const targets = rows.flatMap(({ target }) => target ?? []);
  const webhooks =
    targets.length === 0
      ? []
      : await db.selectFrom('webhooks').select(['id', 'name']).where('id', 'in', targets).execute();
  return rows.map(({ payload, ...row }) => ({
    ...row,
    callId: parseJson(callPayload, payload)?.bookingId ?? null,
    // A kind that only a newer release has is named by itself.
    label: findDelivery(row.kind)?.label ?? row.kind.replaceAll('-', ' '),
    dueAt: row.status === 'pending' ? row.dueAt : null,
    answer: row.answer ?? null,
    targetName: webhooks.find(({ id }) => id === row.target)?.name ?? null,
  }));
}

/** Lists the deliveries of leads, oldest first. */
export async function listLeadDeliveries(db: Database, leadIds: readonly string[]) {
  const rows = await db
    .selectFrom('outbox')
    .select(receiptColumns)
    .where('leadId', 'in', leadIds)
    .orderBy('createdAt')
    .orderBy('kind')
    .execute();
  return toReceipts(db, rows);
}

/**
 * Makes a delivery due now: one that failed, is turned off, or waits for its next attempt. Leaves
 * one that is due within a lease as it is: another process may be making it, so it would arrive
 * twice.
 * @throws AppError not_found; conflict when it has been sent
 */
export async function retryDelivery(db: Database, id: string) {
  const now = Date.now();
  const dueAt = new Date(now).toISOString();
  const leaseEnd = new Date(now + defaultTimings.leaseMs).toISOString();
  const updated = await db
    .updateTable('outbox')
    .set({ status: 'pending', dueAt, heldAt: null })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'pending'),
        eb('attempts', '=', 0),
        eb('dueAt', '<=', dueAt),
        eb('dueAt', '>', leaseEnd),
      ]),
    )
    .returning(receiptColumns)
    .executeTakeFirst();
  const row =
    updated ??
    (await db.selectFrom('outbox').select(receiptColumns).where('id', '=', id).executeTakeFirst());
  const [receipt] = row ? await toReceipts(db, [row]) : [];
  if (!receipt) throw new AppError('not_found', 'Delivery not found');
  if (receipt.status === 'sent') throw new AppError('conflict', 'This has been sent already.');
  return receipt;
}

/** How long a failed delivery is reported to the owner. */
const problemPeriodMs = 7 * DAY;

/** Deliveries that fail for one reason that the owner can fix. */
export interface DeliveryProblem {
  failure: DeliveryFailure;
  count: number;
  /** How many of them are emails to visitors. */
  visitorCount: number;
  since: string;
  /** The newest one, with its error. */
  newest: { id: string; kind: string; message: string };
}

/** Lists what fails now or failed lately, by the titles of the failures. */
export async function listDeliveryProblems(db: Database): Promise<DeliveryProblem[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'lastError', 'createdAt'])
    .where('lastError', 'is not', null)
    .where('createdAt', '>', getTimeAgo(problemPeriodMs))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', '=', 'pending'), eb('attempts', '>=', minProblemAttempts)]),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .limit(500)
    .execute();
  const problems = new Map<string, DeliveryProblem>();
  for (const { id, kind, lastError, createdAt } of rows) {
    const delivery = findDelivery(kind);
    if (!delivery) continue;
    const { failure, audience } = delivery;
    const newest = { id, kind, message: lastError ?? '' };
    const known = problems.get(failure.title) ?? { failure, count: 0, visitorCount: 0, newest };
    problems.set(failure.title, {
      ...known,
      count: known.count + 1,
      visitorCount: known.visitorCount + (audience === 'visitor' ? 1 : 0),
      since: createdAt,
    });
  }
  return [...problems.values()].sort((a, b) => (a.failure.title < b.failure.title ? -1 : 1));
}
