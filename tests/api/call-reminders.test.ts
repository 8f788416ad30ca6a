import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/lib/time/durations';
import { purgeCallReminders } from '../../src/scheduling/call-reminders.server';
import { createMailSite } from '../support/mail-site';
import { createCallTime } from '../support/scheduling-site';
import { startSecondApp } from '../support/test-app';

describe('call reminders', () => {
  /** Books a call that starts in `startMs`, long ago. */
  async function createReminderSite(startMs: number, settings: object = {}) {
    const site = await createMailSite({ clockMs: 20 });
    await site.admin('PATCH', '/api/settings', {
      meetingUrl: 'https://meet.example/crew',
      ...settings,
    });
    const { id } = (await site.book((await site.slots()).at(-1))).json();
    await site.waitForDeliveries();
    site.smtp.reset();
    await site.db
      .updateTable('bookings')
      .set({
        startAt: new Date(Date.now() + startMs).toISOString(),
        statusAt: new Date(Date.now() - 3 * DAY).toISOString(),
      })
      .execute();
    const listReminders = async () =>
      (await site.readOutbox()).filter(({ kind }) => kind === 'call-reminder');
    return { ...site, id, listReminders };
  }

  test('reach the visitor a day before the call, once over several processes', async () => {
    const site = await createReminderSite(20 * HOUR);
    const { listReminders, smtp } = site;
    const others = await Promise.all(
      [1, 2].map(() => startSecondApp(site, { pollMs: 20, clockMs: 5 })),
    );
    const [mail] = await smtp.received(1);
    expect(mail?.subject).toMatch(/^Your call is (today|tomorrow): /);
    expect(mail?.text).toContain('https://meet.example/crew');
    expect(mail?.text).toContain('/schedule#call=');
    for (const app of others) await app.close();
    expect(await listReminders()).toHaveLength(1);
    expect(smtp.count()).toBe(1);
  });

  test.each([
    [59, 'an hour'],
    [20, '20 minutes'],
  ])('reach the visitor %i minutes before the call, as “in %s”', async (minutes, ahead) => {
    const { smtp } = await createReminderSite(minutes * MINUTE);
    const mails = await smtp.received(1);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(`^Your call starts in ${ahead}: `),
    ]);
  });

  test('are not sent when they are switched off, or the call was just booked', async () => {
    const { listReminders, admin, slots, book, waitForDeliveries } = await createReminderSite(
      20 * HOUR,
      { remindDayBefore: false },
    );
    await admin('PATCH', '/api/settings', { remindHourBefore: true });
    const free = await slots();
    await book(free.find((start) => Date.parse(start) > Date.now() + 2 * HOUR));
    await waitForDeliveries();
    expect(await listReminders()).toEqual([]);
  });

  test('leave no record once the call is over', async () => {
    const { db, smtp } = await createReminderSite(20 * HOUR);
    await smtp.received(1);
    const listRecords = () => db.selectFrom('callReminders').select('kind').execute();
    await purgeCallReminders(db);
    expect(await listRecords()).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY });
    onTestFinished(() => void vi.useRealTimers());
    await purgeCallReminders(db);
    expect(await listRecords()).toEqual([]);
  });

  test('are sent again for the new time when a call has moved', async () => {
    const { smtp, admin, db, id } = await createReminderSite(20 * HOUR);
    await smtp.received(1);
    await admin('PATCH', `/api/scheduling/bookings/${id}`, { start: createCallTime(22 * HOUR) });
    await db
      .updateTable('bookings')
      .set({ statusAt: new Date(Date.now() - 3 * DAY).toISOString() })
      .execute();
    const isReminder = async () =>
      (await smtp.received(0)).filter(({ subject }) => subject.includes('Your call is')).length;
    await expect.poll(isReminder).toBe(2);
  });
});
