import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import { DAY, getTimeAgo } from '../../lib/time';
import type { OutboxRow } from './store.server';

/** Returns how far the outbox is behind, and how many deliveries were given up within a day. */
export async function readOutboxState(db: Database) {
  const now = new Date().toISOString();
  const [oldest, failed] = await Promise.all([
    db
      .selectFrom('outbox')
      .select('dueAt')
      .where('status', '=', 'pending')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('status', '=', 'failed')
      .where('dueAt', '>', getTimeAgo(DAY))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    oldestDueAgeMs: oldest ? Date.parse(now) - Date.parse(oldest.dueAt) : 0,
    failedLastDay: Number(failed.count),
  };
}

/** The columns of a delivery in the admin API. */
const receiptColumns = [
  'id',
  'kind',
  'leadId',
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

/** Completes receipts with the names of their webhooks. */
async function toReceipts(db: Database, rows: readonly Receipt[]) {
  const targets = rows.flatMap(({ target }) => target ?? []);
  const webhooks =
    targets.length === 0
      ? []
      : await db.selectFrom('webhooks').select(['id', 'name']).where('id', 'in', targets).execute();
  return rows.map((row) => ({
    ...row,
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
 * Makes a delivery due now: one that failed, is turned off, or waits for its next attempt.
 * @throws AppError not_found; conflict when it has been sent
 */
export async function retryDelivery(db: Database, id: string) {
  const row = await db
    .updateTable('outbox')
    .set({ status: 'pending', dueAt: new Date().toISOString(), heldAt: null })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .returning(receiptColumns)
    .executeTakeFirst();
  const [receipt] = row ? await toReceipts(db, [row]) : [];
  if (receipt) return receipt;
  const sent = await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  if (!sent) throw new AppError('not_found', 'Delivery not found');
  throw new AppError('conflict', 'This has been sent already.');
}

/** How long a failed delivery is reported to the owner. */
const problemPeriodMs = 7 * DAY;

/** Attempts after which a delivery that is tried again counts as a problem. */
const minProblemAttempts = 2;

/** Finds the kinds of delivery that fail now or failed lately, with the newest error. */
export async function listDeliveryProblems(db: Database) {
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
  const problems = new Map<
    string,
    { kind: string; count: number; since: string; message: string; deliveryId: string }
  >();
  for (const { id, kind, lastError, createdAt } of rows) {
    const problem = problems.get(kind) ?? {
      kind,
      count: 0,
      since: createdAt,
      message: lastError ?? '',
      deliveryId: id,
    };
    problems.set(kind, { ...problem, count: problem.count + 1, since: createdAt });
  }
  return [...problems.values()];
}
