import { describe, expect, test } from 'vitest';
import { enqueueDigest } from '../../src/leads/today/digest.server';
import { getTimeAgo, HOUR } from '../../src/lib/time/durations';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';

/** 8 am on a Monday, in the default time zone. */
const morning = new Date('2026-11-23T13:00:00Z');

async function createMorningSite() {
  const site = await createMailSite();
  const { app, db, listMailsTo, waitForDeliveries } = site;
  return {
    ...site,
    begin: async (at = morning) => {
      const isNew = await enqueueDigest(db, app.settings.environment, at);
      app.wakeOutbox();
      await waitForDeliveries();
      return isNew;
    },
    listMorningMails: async () =>
      (await listMailsTo(owner)).filter(({ subject }) => subject.startsWith('Today: ')),
  };
}

describe('the owner’s morning email', () => {
  test('lists waiting leads and due follow-ups with links, once a day', async () => {
    const { visitor, admin, begin, listMorningMails } = await createMorningSite();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await admin('PATCH', `/api/leads/${id}`, {
      nextStep: { text: 'Send the proposal', dueAt: getTimeAgo(HOUR) },
    });
    expect(await begin()).toBe(true);
    expect(await begin(new Date('2026-11-23T15:00:00Z'))).toBe(false);
    const mails = await listMorningMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Today: 1 lead waiting, 1 follow-up');
    expect(mails[0]?.text).toContain('Waiting for a first answer:');
    expect(mails[0]?.text).toContain(`- Send the proposal: ${sampleLead.companyName}`);
    expect(mails[0]?.text).toContain(`/admin/leads/${id}`);
    expect(await begin(new Date('2026-11-24T13:00:00Z'))).toBe(true);
    expect(await listMorningMails()).toHaveLength(2);
  });

  test('is not sent when there is nothing to do, on weekends, or when it is turned off', async () => {
    const { visitor, admin, begin, listMorningMails } = await createMorningSite();
    expect(await begin()).toBe(true);
    await visitor('POST', '/api/leads', sampleLead);
    expect(await begin(new Date('2026-11-28T13:00:00Z'))).toBe(false);
    await admin('PATCH', '/api/settings', { morningMail: false });
    expect(await begin(new Date('2026-11-24T13:00:00Z'))).toBe(false);
    expect(await listMorningMails()).toEqual([]);
  });
});
