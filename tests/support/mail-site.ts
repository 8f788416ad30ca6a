import { expect } from 'vitest';
import type { OutboxTimings } from '../../src/foundation/outbox/delivery-attempt.server';
import { createSchedulingSite } from './scheduling-site';
import { startSmtp } from './smtp';
import { onSiteReleased } from './test-app';

/** The address that notifications to the owner are sent to. */
export const owner = 'owner@crew.example';

/** Builds the server with a mail server, and with helpers that skip the waiting times of its mails. */
export async function createMailSite(
  timings: Partial<OutboxTimings> = {},
  settings: Record<string, string> = {},
) {
  const smtp = await startSmtp();
  onSiteReleased(() => smtp.close());
  const mailSettings = { SMTP_URL: smtp.url, NOTIFY_EMAIL: owner, ...settings };
  const site = await createSchedulingSite({}, mailSettings, timings);
  const readOutbox = () => site.db.selectFrom('outbox').selectAll().execute();
  /** Waits until only postponed deliveries (due in four minutes or later) are pending. */
  const waitForDeliveries = () =>
    expect
      .poll(
        async () =>
          (await readOutbox()).filter(
            ({ status, dueAt }) =>
              status === 'pending' && Date.parse(dueAt) < Date.now() + 4 * 60_000,
          ).length,
      )
      .toBe(0);
  const listMailsTo = async (address: string) =>
    (await smtp.received(0)).filter(({ to }) => to.toLowerCase() === address.toLowerCase());
  async function makeDue({ isHeld = false } = {}) {
    await site.db
      .updateTable('outbox')
      .set({ dueAt: new Date(Date.now() - 1_000).toISOString() })
      .where('status', '=', 'pending')
      .$if(isHeld, (query) => query.where('heldAt', 'is not', null))
      .execute();
    await waitForDeliveries();
  }
  /** Ends the hourly rate-limit windows and makes the deliveries that wait for them due. */
  async function skipHour() {
    const past = new Date(Date.now() - 1_000).toISOString();
    const inTwoHours = new Date(Date.now() + 2 * 3_600_000).toISOString();
    await site.db
      .updateTable('rateLimits')
      .set({ endsAt: past })
      .where('endsAt', '<', inTwoHours)
      .execute();
    await makeDue();
  }
  /** Makes the held notifications due, which sends the next summary. */
  const skipToSummary = () => makeDue({ isHeld: true });
  return { ...site, smtp, readOutbox, waitForDeliveries, listMailsTo, skipHour, skipToSummary };
}
