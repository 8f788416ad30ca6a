import { describe, expect, test } from 'vitest';
import { createMailSite } from '../support/mail-site';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const withLineBreak = 'Halden\r\nBcc: spy@evil.example';

/** One line that would end a header value, a calendar parameter or an HTML element if not escaped. */
const injection =
  'Olga" <spy@evil.example>, ;CN="x":mailto:spy@evil.example\\nATTENDEE:mailto:spy@evil.example <b>';

describe('invisible characters in a line of text', () => {
  const getSite = shareSite(() => createTestApp());

  test.each(['\u200b', ' \u2060\u200d ', '\u202e\u202c', '\u3164', '\ufeff\u00ad'])(
    'count as no text: %j',
    async (text) => {
      const { visitor, admin } = getSite();
      const lead = { ...sampleLead, contactName: text, companyName: text };
      const refused = await visitor('POST', '/api/leads', lead);
      expect([refused.statusCode, Object.keys(refused.json().fields).sort()]).toEqual([
        400,
        ['companyName', 'contactName'],
      ]);
      const blank = { ...sampleItems.talents, name: text, skills: ['Phones', text] };
      expect((await admin('POST', '/api/talents', blank)).json().fields).toEqual({
        name: 'Name is required',
      });
      const optional = { ...sampleLead, email: 'o@x.example', industry: text, message: text };
      const { id } = (await visitor('POST', '/api/leads', optional)).json();
      expect((await admin('GET', `/api/leads/${id}`)).json()).toMatchObject({
        industry: null,
        message: null,
      });
    },
  );

  test.each([
    ['Olga\u202egnp.exe', 'Olgagnp.exe'],
    ['\u2066Ol\u200bga\u2069\ufeff ', 'Olga'],
    ['\u202a(512) 555-0148\u202c', '(512) 555-0148'],
    ['نمی\u200cخواهم', 'نمی\u200cخواهم'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['👩\u200d💼 🏋️\u200d♀️ ❤️', '👩\u200d💼 🏋️\u200d♀️ ❤️'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Crew',
      '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Crew',
    ],
  ])('are removed unless the script or the emoji needs them: %j', async (typed, stored) => {
    const { visitor, admin } = getSite();
    const lead = { ...sampleLead, contactName: typed, phone: typed, message: `${typed}\n\nBye` };
    const { id } = (await visitor('POST', '/api/leads', lead)).json();
    expect((await admin('GET', `/api/leads/${id}`)).json()).toMatchObject({
      contactName: stored,
      phone: stored,
      message: `${typed}\n\nBye`,
    });
  });
});

describe('injection through typed text', () => {
  test('POST /api/leads rejects line breaks in single-line fields', async () => {
    const { visitor } = await createTestApp();
    for (const field of ['companyName', 'contactName', 'phone', 'interestedPackage', 'email']) {
      const response = await visitor('POST', '/api/leads', {
        ...sampleLead,
        [field]: withLineBreak,
      });
      expect([field, response.statusCode]).toEqual([field, 400]);
    }
  });

  test('an inquiry cannot add recipients or HTML to an email', async () => {
    const { visitor, smtp } = await createMailSite();
    const lead = {
      ...sampleLead,
      companyName: injection,
      contactName: injection,
      message: `${withLineBreak}\n${injection}`,
    };
    expect((await visitor('POST', '/api/leads', lead)).statusCode).toBe(201);
    const twoAddresses = { ...sampleLead, email: 'olga@x.example, spy@evil.example' };
    expect((await visitor('POST', '/api/leads', twoAddresses)).statusCode).toBe(400);
    const mails = await smtp.received(2);
    expect(mails.map(({ to }) => to).sort()).toEqual([sampleLead.email, 'owner@crew.example']);
    const notification = mails.find(({ to }) => to === 'owner@crew.example');
    expect(notification?.subject).toContain(`New lead: ${injection}`);
    expect(notification?.replyTo).toContain(sampleLead.email);
    const text = notification?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(injection.replaceAll(/\s+/g, ' '));
    for (const { html } of mails) expect(html).not.toMatch(/<(script|img|b onclick)/);
  });

  test('a booking cannot add attendees or lines to a calendar file', async () => {
    const { visitor, smtp } = await createMailSite();
    const { slots } = (await visitor('GET', '/api/scheduling/slots')).json();
    const response = await visitor('POST', '/api/scheduling/bookings', {
      name: injection,
      email: 'olga@x.example',
      company: injection,
      start: slots.at(-1),
      timeZone: 'Europe/Berlin',
    });
    expect(response.statusCode).toBe(201);
    const mails = await smtp.received(2);
    expect(mails.map(({ to }) => to).sort()).toEqual(['olga@x.example', 'owner@crew.example']);
    const calendar = mails.find(({ to }) => to === 'olga@x.example')?.calendar ?? '';
    const attendees = calendar.replaceAll(/\r\n[ \t]/g, '').match(/^ATTENDEE.*$/gm);
    // The parameter value is quoted (RFC 5545, 3.2), so only the part after the quotes is an address.
    expect(attendees).toHaveLength(1);
    expect(attendees?.[0]).toMatch(
      /^ATTENDEE(;[A-Z]+=(\w[\w-]*|"[^"]*"))+:mailto:olga@x\.example\r?$/i,
    );
    const published = String(response.json().calendarFile);
    expect(published).not.toMatch(/^ATTENDEE|spy@/m);
  });
});
