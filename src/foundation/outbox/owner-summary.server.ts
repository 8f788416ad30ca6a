import { countRows, type Database } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { formatCount } from '../../lib/format-number';
import type { DeliveryContext, NotSent } from './delivery.server';
import { createOwnerFooter } from './mail-html.server';
import { maxOwnerMails } from './mail-limits.server';
import { findDelivery, listDeliveries, type OutboxRow } from './store.server';

/** The maximum of lines in one summary. It says how many remain for the next one. */
const maxSummaryLines = 200;

/** Selects held deliveries that are due, of the kinds that this release knows. */
const selectHeld = (db: Database) =>
  db
    .selectFrom('outbox')
    .where('status', '=', 'pending')
    .where('heldAt', 'is not', null)
    .where(
      'kind',
      'in',
      listDeliveries()
        .filter(({ summarize }) => summarize)
        .map(({ kind }) => kind),
    )
    .where('dueAt', '<=', new Date().toISOString());

/**
 * Claims all deliveries for one summary, oldest first. Takes a lock, so that two processes don't
 * split them.
 * @param leaseUntil when another process may claim them, as ISO 8601
 */
export const claimSummary = (db: Database, leaseUntil: string): Promise<OutboxRow[]> =>
  runInTransaction(db, async (transaction) => {
    await lockByName(transaction, 'summary for the owner');
    const rows = await selectHeld(transaction)
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .limit(maxSummaryLines)
      .execute();
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    await transaction
      .updateTable('outbox')
      .set((eb) => ({ dueAt: leaseUntil, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
    return rows;
  });

const nothingToSend: NotSent = { notSent: 'there was nothing left to tell' };

/** Sends one email that lists all rows, if one has anything to report. */
export async function sendSummary(
  rows: readonly OutboxRow[],
  context: Omit<DeliveryContext, 'id' | 'isFirstTry' | 'createdAt' | 'target'>,
) {
  const { db, environment, mailer } = context;
  const sent: OutboxRow[] = [];
  /** Rows with nothing left to report, with the reason. */
  const skipped: { row: OutboxRow; reason: string }[] = [];
  const lines: string[] = [];
  for (const row of rows) {
    const delivery = findDelivery(row.kind);
    const disabledReason = delivery?.getDisabledReason(environment);
    const line = disabledReason
      ? { notSent: disabledReason }
      : ((await delivery?.summarize?.(JSON.parse(row.payload), context)) ?? nothingToSend);
    if (typeof line === 'string') {
      lines.push(line);
      sent.push(row);
    } else skipped.push({ row, reason: line.notSent });
  }
  const [first] = sent;
  if (!first || !environment.NOTIFY_EMAIL) return { sent, skipped };
  // The claimed rows are no longer due, so this counts only the others.
  const remainingCount = await countRows(selectHeld(db));
  const intro = `You got ${maxOwnerMails} emails within an hour, so the others come in one.`;
  const title = formatCount(
    lines.length + remainingCount,
    'more inquiry or call',
    'more inquiries and calls',
  );
  const rest = `and ${remainingCount} more, listed in the next email.`;
  await mailer.send({
    id: first.id,
    to: environment.NOTIFY_EMAIL,
    subject: `Summary: ${title}`,
    content: {
      title,
      preheader: intro,
      blocks: [
        intro,
        { kind: 'list', items: lines.map((text) => ({ text })) },
        ...(remainingCount > 0 ? [rest] : []),
        {
          kind: 'actions',
          links: [{ label: 'See all leads', url: `${environment.SITE_URL}/admin?tab=leads` }],
        },
      ],
      footer: createOwnerFooter(environment, 'new leads and calls'),
    },
  });
  return { sent, skipped };
}
