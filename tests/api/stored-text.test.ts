import { expect, onTestFinished, test } from 'vitest';
import { sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { testApp } from '../test-app';

const broken = 'Halden\r\nBcc: spy@evil.example';

/** One line that would end a header's value, a calendar's parameter or an element early. */
const sly =
  'Olga" <spy@evil.example>, ;CN="x":mailto:spy@evil.example\\nATTENDEE:mailto:spy@evil.example <b>';

async function siteWithMail() {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const site = await testApp(
    { SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example', SITE_URL: 'https://crew.example' },
    { first: 20, longest: 50, poll: 20 },
  );
  return { ...site, smtp };
}

test('what is one line is refused with a line break in it', async () => {
  const { visitor } = await siteWithMail();
  for (const field of ['companyName', 'contactName', 'phone', 'interestedPackage', 'email']) {
    const answer = await visitor('POST', '/api/leads', { ...sampleLead, [field]: broken });
    expect([field, answer.statusCode]).toEqual([field, 400]);
  }
});

test('an enquiry adds no receiver to a mail, and no HTML', async () => {
  const { visitor, smtp } = await siteWithMail();
  const lead = { ...sampleLead, companyName: sly, contactName: sly, message: `${broken}\n${sly}` };
  expect((await visitor('POST', '/api/leads', lead)).statusCode).toBe(201);
  const several = { ...sampleLead, email: 'olga@x.example, spy@evil.example' };
  expect((await visitor('POST', '/api/leads', several)).statusCode).toBe(400);
  const mails = await smtp.received(2);
  expect(mails.map(({ to }) => to).sort()).toEqual([sampleLead.email, 'owner@crew.example']);
  const note = mails.find(({ to }) => to === 'owner@crew.example');
  expect(note?.subject).toBe(`New lead: ${sly}`);
  expect(note?.replyTo).toContain(sampleLead.email);
  expect(note?.text).toContain(sly);
  for (const { html } of mails) expect(html || undefined).toBeUndefined();
});

test('a booking adds nobody and no line to a calendar file', async () => {
  const { visitor, smtp } = await siteWithMail();
  const { slots } = (await visitor('GET', '/api/scheduling/slots')).json();
  const answer = await visitor('POST', '/api/scheduling/bookings', {
    name: sly,
    email: 'olga@x.example',
    company: sly,
    start: slots.at(-1),
    timeZone: 'Europe/Berlin',
  });
  expect(answer.statusCode).toBe(201);
  const mails = await smtp.received(2);
  expect(mails.map(({ to }) => to).sort()).toEqual(['olga@x.example', 'owner@crew.example']);
  const sent = mails.find(({ to }) => to === 'olga@x.example')?.calendar ?? '';
  const attendees = sent.replaceAll(/\r\n[ \t]/g, '').match(/^ATTENDEE.*$/gm);
  // Quoted as a whole (RFC 5545, 3.2): the address is what comes after the quotes.
  expect(attendees).toHaveLength(1);
  expect(attendees?.[0]).toMatch(
    /^ATTENDEE(;[A-Z]+=(\w[\w-]*|"[^"]*"))+:mailto:olga@x\.example\r?$/i,
  );
  const published = String(answer.json().calendarFile);
  expect(published).not.toMatch(/^ATTENDEE|spy@/m);
});
