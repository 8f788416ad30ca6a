import { describe, expect, test } from 'vitest';
import { locales } from '../../src/foundation/environment/settings-table';
import { enqueueDigest } from '../../src/leads/today/digest.server';
import { toWallTime } from '../../src/lib/time/wall-time';
import { createMailSite, owner } from '../support/mail-site';
import { parsePageData } from '../support/page-data';
import { caller } from '../support/scheduling-site';

const timeZone = 'America/New_York';

/** A day and a call's time, as each region writes them in English. */
const formats = {
  'en-US': { day: /\w+day, \w+ \d+/, period: '9 to 9:30 am', hour: '8 am' },
  'en-CA': { day: /\w+day, \w+ \d+/, period: '9 to 9:30 am', hour: '8 am' },
  'en-GB': { day: /\w+day,? \d+ \w+/, period: /0?9:00 to 0?9:30/, hour: '0?8' },
  'en-AU': { day: /\w+day,? \d+ \w+/, period: '9 to 9:30 am', hour: '8 am' },
  'es-US': { day: /\w+day, \w+ \d+/, period: '9 to 9:30 am', hour: '8 am' },
  'es-MX': { day: /\w+day,? \d+ \w+/, period: '9 to 9:30 am', hour: '8 am' },
};

describe.each(locales)('with dates of %s', (locale) => {
  const { day, period, hour } = formats[locale];

  test('the emails about a call write its day and time in English, as the pages do', async () => {
    const site = await createMailSite();
    await site.admin('PATCH', '/api/settings', { locale, timeZone });
    const start = (await site.slots())
      .slice(48)
      .find((one) => toWallTime(new Date(one), timeZone).toISOString().includes('T09:00'));
    await site.book(start, { timeZone });
    await site.waitForDeliveries();
    const mails = [...(await site.listMailsTo(caller.email)), ...(await site.listMailsTo(owner))];
    expect(mails).toHaveLength(2);
    for (const { subject, text, html, calendar } of mails) {
      expect(subject).toMatch(day);
      expect(text).toMatch(day);
      expect(text).toMatch(period);
      expect(text).toContain(', Eastern Time');
      expect(html).toMatch(new RegExp(`>${hour}<`));
      expect(`${subject}${text}${html}`).not.toContain('m..');
      expect(calendar).toContain(`DTSTART:${start?.replaceAll(/[-:]|\.000/g, '')}`);
    }
    const { body } = await site.visitor('GET', '/schedule');
    expect(body).toContain('<html lang="en"');
    expect(parsePageData(body).site.locale ?? 'en-US').toMatch(/^en-/);
  });

  test('the morning email is sent on Fridays and not on weekends', async () => {
    const { app, admin, db } = await createMailSite();
    await admin('PATCH', '/api/settings', { locale });
    const start = (at: string) => enqueueDigest(db, app.settings.environment, new Date(at));
    expect(await start('2026-11-28T13:00:00Z')).toBe(false);
    expect(await start('2026-11-29T13:00:00Z')).toBe(false);
    expect(await start('2026-11-27T13:00:00Z')).toBe(true);
    const { payload } = await db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'morning-mail')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(payload)).toEqual({ day: '2026-11-27', days: 3 });
  });
});
