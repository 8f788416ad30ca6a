import { describe, expect, test } from 'vitest';
import { createMailSite } from '../support/mail-site';
import { samplePlan } from '../support/sample-plan';
import { sampleLead } from '../support/samples';
import { caller, pickSlot } from '../support/scheduling-site';

const typed = {
  name: 'You have won, call 555 0100',
  company: 'Free Prize Lottery',
  message: 'Claim it at prize.example',
};

const createSite = () => createMailSite({}, { NOTIFY_EMAIL: '' });

describe('email to an address that nobody verified', () => {
  test('contains nothing that was typed into an inquiry', async () => {
    const { visitor, smtp } = await createSite();
    await visitor('POST', '/api/leads', {
      ...sampleLead,
      contactName: typed.name,
      companyName: typed.company,
      // The confirmation lists people who are on the site; these are not.
      message: `Shortlist: ${typed.name} (${typed.company})\n\n${typed.message}`,
      interestedPackage: typed.company,
      industry: typed.company,
      plan: {
        ...samplePlan,
        industry: typed.company,
        desks: [
          {
            name: typed.name,
            role: typed.company,
            tools: [typed.company],
            languages: [typed.company],
            hours: [{ day: 1, from: '09:00', to: '12:00' }],
          },
        ],
      },
    });
    const [mail] = await smtp.received(1);
    expect(mail?.to).toBe(sampleLead.email);
    for (const text of Object.values(typed)) expect(JSON.stringify(mail)).not.toContain(text);
    expect(mail?.text).toMatch(/^Thanks\. We have your inquiry\.\n/);
  });

  test('contains nothing that was typed when a call was booked, moved or canceled', async () => {
    const { slots, book, post, smtp } = await createSite();
    const free = await slots();
    const person = { ...caller, name: typed.name, company: typed.company };
    const { token } = (await book(pickSlot(free), person)).json();
    await smtp.received(1);
    await post('reschedule', { token, start: pickSlot(free, 60) });
    await smtp.received(2);
    await post('cancel', { token });
    const mails = await smtp.received(3);
    expect(mails.map(({ to }) => to)).toEqual([caller.email, caller.email, caller.email]);
    for (const { subject, text, calendar = '' } of mails) {
      const unfolded = calendar.replaceAll(/\r\n[ \t]/g, '');
      for (const value of Object.values(typed)) {
        expect(`${subject}\n${text}\n${unfolded}`).not.toContain(value);
      }
    }
  });
});
