import { describe, expect, test } from 'vitest';
import { buildInquiryMessage } from '../../src/leads/inquiry/inquiry-message';
import { DAY } from '../../src/lib/time/durations';
import { createMailSite } from '../support/mail-site';
import { samplePlan } from '../support/sample-plan';
import { sampleItems, sampleLead } from '../support/samples';
import { caller, pickSlot } from '../support/scheduling-site';

const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));

/** A site with a package, and with people on its pages. */
async function createSite(people: readonly Record<string, unknown>[] = []) {
  const site = await createMailSite();
  const create = async (path: 'talents' | 'packages', values: object): Promise<string> =>
    (await site.admin('POST', `/api/${path}`, { ...sampleItems[path], ...values })).json().id;
  const packageId = await create('packages', { name: 'Full PM', price: 1000 });
  for (const person of people)
    await create('talents', { status: 'available', timeZone: null, ...person });

  /** Sends an inquiry. @returns its confirmation, with the text in one line */
  async function confirm(fields: object = {}) {
    await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    await site.waitForDeliveries();
    const [mail] = await site.listMailsTo(sampleLead.email);
    return { ...mail, html: mail?.html ?? '', words: mail?.text.replaceAll(/\s+/g, ' ') ?? '' };
  }
  return { ...site, packageId, confirm };
}

const marisol = { name: 'Marisol Vega', title: 'Front desk lead', hours: allWeek };
const devon = { name: 'Devon Achebe', title: 'Phone support', hours: [] };

describe('the confirmation of an inquiry', () => {
  test('names the package with its price and description, as the site shows them', async () => {
    const { confirm, packageId } = await createSite();
    const { words, html } = await confirm({
      interestedPackage: 'Full PM',
      interestedPackageId: packageId,
    });
    expect(words).toContain('Full PM: $1,000 one-time Run for you.');
    expect(html).toContain('$1,000 one-time<br>Run for you.');
  });

  test('says by when somebody is in touch, in the zone of the plan, and how to book a call', async () => {
    const { confirm } = await createSite();
    const { words } = await confirm({ plan: { ...samplePlan, timeZone: 'Asia/Tokyo' } });
    const tomorrow = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Asia/Tokyo',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
    }).format(Date.now() + DAY);
    expect(words).toContain(`We'll be in touch by ${tomorrow}, `);
    expect(words).toContain('Japan Standard Time');
    expect(words).toMatch(/Book a call: \S+\/schedule#lead=/);
  });

  test('promises no time that is over when the mail leaves late', async () => {
    const site = await createSite();
    const { db, smtp, skipHour, listMailsTo, readOutbox } = site;
    smtp.fail(Number.POSITIVE_INFINITY);
    await site.visitor('POST', '/api/leads', sampleLead);
    // Until the first attempt has failed.
    await expect
      .poll(async () => {
        const rows = await site.readOutbox();
        return rows.find(({ kind }) => kind === 'lead-confirmation')?.lastError;
      })
      .toBeTruthy();
    // Longer than any weekend, over which the promise is moved.
    const createdAt = new Date(Date.now() - 7 * DAY).toISOString();
    await db.updateTable('leads').set({ createdAt }).execute();
    // The next attempt but one began after the change: the one before it may have read the lead.
    const countAttempts = async () =>
      (await readOutbox()).find(({ kind }) => kind === 'lead-confirmation')?.attempts ?? 0;
    const before = await countAttempts();
    await expect.poll(countAttempts).toBeGreaterThan(before + 1);
    smtp.fail(0);
    await skipHour();
    const [mail] = await listMailsTo(sampleLead.email);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain("We'll be in touch as soon as possible,");
  });

  test('says who answers, with the picture that the owner has chosen', async () => {
    const { admin, confirm } = await createSite();
    await admin('PATCH', '/api/settings', {
      contactPerson: 'Marta Ilves',
      contactPicture: '/pictures/marta.jpg',
    });
    const { words, html } = await confirm();
    expect(words).toContain('Marta Ilves will read your inquiry and get in touch by ');
    expect(words).toMatch(/Who answers -+ \* Marta Ilves, \w+ /);
    expect(html).toMatch(/<img src="https?:\/\/[^/"]+\/pictures\/marta\.jpg" width="56" alt=""/);
  });

  test('lists the people of the shortlist who are on the site, each once', async () => {
    const { confirm } = await createSite([marisol, devon, { ...devon, name: 'A', state: 'draft' }]);
    const draft = { name: 'A', title: devon.title };
    const stranger = { name: 'Call 555 0100', title: 'You have won' };
    const people = { talent: marisol, shortlist: [devon, marisol, draft, stranger] };
    const { text = '' } = await confirm({ message: buildInquiryMessage(people, 'Hello') });
    const list = /People you picked\n-+\n((?:\* .*\n)+)\n/.exec(text)?.[1];
    expect(list).toBe('* Marisol Vega, Front desk lead\n* Devon Achebe, Phone support\n');
  });

  test('lists who can work the hours of the plan, and how many each of them', async () => {
    const plan = { ...samplePlan, desks: samplePlan.desks.map((one) => ({ ...one, tools: [] })) };
    const { confirm } = await createSite([marisol, devon]);
    const { words } = await confirm({ plan });
    expect(words).toContain('We have your plan: 14 hours a week, all of them with names.');
    expect(words).toContain('* Marisol Vega, Front desk lead, 14 hours a week');
    expect(words).not.toContain('Devon');
  });

  test('counts the people that it does not list', async () => {
    const people = Array.from({ length: 8 }, (_, index) => ({ ...devon, name: `Person ${index}` }));
    const { confirm } = await createSite(people);
    const { text = '' } = await confirm({
      message: buildInquiryMessage({ shortlist: people }, ''),
    });
    expect(text).toContain('* Person 5, Phone support\nAnd 2 more.');
  });
});

describe('the confirmation of a call', () => {
  test('names who calls, and who can work the hours of the plan', async () => {
    const site = await createSite([marisol]);
    await site.admin('PATCH', '/api/settings', { contactPerson: 'Marta Ilves' });
    const desks = [{ ...samplePlan.desks[0], name: 'You have won' }];
    await site.book(pickSlot(await site.slots()), { plan: { ...samplePlan, desks } });
    await site.waitForDeliveries();
    const [mail] = await site.listMailsTo(caller.email);
    expect(mail?.text).toMatch(/With: Marta Ilves, \w+/);
    expect(mail?.text).toContain('* Marisol Vega, Front desk lead, 10 hours a week');
    expect(JSON.stringify(mail)).not.toContain('You have won');
  });
});
