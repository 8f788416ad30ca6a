import type { DatabaseTransaction } from '../db/database.server';
import type { OutboxEvents } from '../foundation/outbox/delivery.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError } from '../lib/errors';
import { callMailKinds, listChangeMails } from './call-mail.server';
import { writeCallHistory } from './history.server';
import { enqueueChange, type OwnChange, updateBooking } from './store.server';
import type { BookingRow } from './table.server';

/**
 * Changes the meeting link of a call, and tells the visitor. If the email about an earlier change
 * still waits, the new one reports both, because the visitor only gets the last one.
 * @param meetingUrl null for the link in the settings
 * @throws AppError conflict when the call is over or was changed since it was read
 */
export async function changeMeetingUrl(
  transaction: DatabaseTransaction,
  row: BookingRow,
  meetingUrl: string | null,
  { userId, message }: OwnChange,
): Promise<BookingRow> {
  if (row.meetingUrl === meetingUrl) return row;
  if ((row.endAt ?? '') <= new Date().toISOString()) {
    throw new AppError('conflict', 'This call is over.');
  }
  const mails = await listChangeMails(transaction, row);
  const unsent = mails.find(
    ({ kind, status }) => kind === 'call-confirmation' && status === 'pending',
  )?.change;
  const update = { what: 'link_changed', set: { meetingUrl }, userId } as const;
  const updated = await updateBooking(transaction, row, update);
  const messages = [unsent?.message, message].filter((text) => text);
  await enqueueChange(transaction, updated, unsent?.change ?? 'link_changed', {
    byOwner: true,
    message: messages.join('\n\n') || null,
    previousStart: unsent?.previousStart ?? null,
    linkBefore: {
      meetingUrl: row.meetingUrl,
      unsent: unsent && { ...unsent, linkBefore: undefined },
    },
  });
  return updated;
}

/** Restores the meeting link after its change was undone, and what the visitor was to be told. */
export async function restoreMeetingUrl(
  transaction: DatabaseTransaction,
  row: BookingRow,
  { meetingUrl, unsent }: NonNullable<OutboxEvents['call-changed']['linkBefore']>,
  userId: string | null,
): Promise<void> {
  const at = createTimestampAfter(row.updatedAt);
  const restored = await transaction
    .updateTable('bookings')
    .set({ meetingUrl, updatedAt: at })
    .where('id', '=', row.id)
    .where('sequence', '=', row.sequence)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeCallHistory(transaction, restored, { what: 'link_changed', at, userId });
  const { change = 'link_changed', byOwner = true, message, previousStart } = unsent ?? {};
  const details = { byOwner, message, previousStart };
  const scope = { excludedKinds: unsent ? [] : callMailKinds };
  await enqueueChange(transaction, restored, change, details, scope);
}
