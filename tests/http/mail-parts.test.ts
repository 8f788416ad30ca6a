import { describe, expect, test } from 'vitest';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { caller, pickSlot } from '../support/scheduling-site';

/** Reads what a mail's HTML part says, without styles and markup. */
const toPlainText = (html = '') =>
  html
    .replaceAll(/<(style|title)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

describe('email', () => {
  test('has the same content in its HTML part and its text part, and plain styles with rules for dark mode', async () => {
    const site = await createMailSite();
    await site.visitor('POST', '/api/leads', { ...sampleLead, phone: '(503) 555-0134' });
    const mails = await site.smtp.received(2);
    for (const { html = '', text } of mails) {
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('@media (prefers-color-scheme:dark)');
      expect(html.slice(html.indexOf('<body'))).not.toMatch(/var\(|display:(flex|grid)/);
      const said = toPlainText(html);
      for (const line of text.split(/\n+/)) {
        const words = line.replace(/^([>-] |--+$)/, '').replace(/^[\w ]+: /, '');
        if (/^https?:|^-*$/.test(words)) continue;
        expect(said).toContain(words.trim());
      }
    }
  });

  test('escapes what visitors type, and has no script, tracking pixel or web font', async () => {
    const site = await createMailSite();
    const typed = '<img src=x onerror=alert(1)> & "quoted"';
    await site.visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: typed,
      message: `<script>alert(1)</script>\n${typed}`,
    });
    const mail = (await site.smtp.received(2)).find(({ to }) => to === owner);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;');
    expect(mail?.html).not.toMatch(/<(script|img|link|iframe)|@font-face|url\(/i);
    expect((mail?.html ?? '').length).toBeLessThan(100_000);
  });

  test('shows the owner the time to answer by, in their time zone, and a link to the phone number', async () => {
    const site = await createMailSite();
    await site.admin('PATCH', '/api/settings', { timeZone: 'America/Los_Angeles' });
    const { id } = (
      await site.visitor('POST', '/api/leads', { ...sampleLead, phone: '(503) 555-0134' })
    ).json();
    const mail = (await site.smtp.received(2)).find(({ to }) => to === owner);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const weekday = new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      timeZone: 'America/Los_Angeles',
    }).format(tomorrow);
    expect(mail?.text).toMatch(new RegExp(`Answer before ${weekday}, `));
    expect(mail?.html).toContain('href="tel:5035550134"');
    expect(mail?.html).toContain(`/admin/leads/${id}"`);
  });

  test.each(['call me maybe', '555 014'])('offers no call to “%s”', async (phone) => {
    const site = await createMailSite();
    await site.visitor('POST', '/api/leads', { ...sampleLead, phone });
    const mail = (await site.smtp.received(2)).find(({ to }) => to === owner);
    expect(mail?.text).toContain(`Phone: ${phone}`);
    expect(mail?.text).not.toContain(`Call ${phone}`);
    expect(mail?.html).not.toContain('tel:');
  });

  test('reports a call to the owner with phone number, link and calendar file', async () => {
    const site = await createMailSite();
    await site.admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/crew' });
    const lead = { ...sampleLead, phone: '(503) 555-0134' };
    const { id: leadId } = (await site.visitor('POST', '/api/leads', lead)).json();
    await site.smtp.received(2);
    await site.book(pickSlot(await site.slots()), { leadId });
    const mails = (await site.smtp.received(4)).slice(2);
    const toOwner = mails.find(({ to }) => to === owner);
    expect(toOwner?.text).toContain('Call (503) 555-0134');
    expect(toOwner?.text).toContain(`For ${caller.name}: `);
    expect(toOwner?.text).toContain('Link: https://meet.example/crew');
    const calendar = toOwner?.calendar?.replaceAll(/\r\n[ \t]/g, '') ?? '';
    expect(calendar).toContain('Phone: (503) 555-0134');
    expect(calendar).toContain('LOCATION:https://meet.example/crew');
    expect(calendar).toContain(`/admin/leads/${leadId}`);
    const toVisitor = mails.find(({ to }) => to === caller.email);
    expect(toVisitor?.text).toContain('Open the meeting link: https://meet.example/crew');
    expect(toVisitor?.text).toContain('Central European Time');
  });
});

test('the visitor gets each change of a call by email with a calendar file, and the owner is notified', async () => {
  const { slots, book, post, smtp } = await createMailSite();
  const freeSlots = await slots();
  const findMail = (text: string) => smtp.find(({ subject }) => subject.includes(text));
  await book(pickSlot(freeSlots));
  const booked = await findMail('Your discovery call is booked');
  expect(booked.to).toBe(caller.email);
  expect(booked.calendar).toContain('METHOD:REQUEST');
  expect(booked.calendar).toContain('SEQUENCE:0');
  expect((await findMail('Call booked: Halden Skin Studios')).to).toBe(owner);

  // Use the token from the email's link, as a visitor would.
  const token = /\/schedule#call=([\w-]+)/.exec(booked.text)?.[1] ?? '';
  await post('reschedule', { token, start: pickSlot(freeSlots, 60) });
  expect((await findMail('Your discovery call has moved')).calendar).toContain('SEQUENCE:1');
  await post('cancel', { token });
  const canceled = await findMail('Your discovery call is canceled');
  expect(canceled.calendar).toContain('METHOD:CANCEL');
  expect(canceled.calendar).toContain('SEQUENCE:2');
});
