import { describe, expect, test } from 'vitest';
import {
  createSchedulingSite as createSite,
  caller as person,
  pickSlot,
} from '../support/scheduling-site';
import { startSmtp } from '../support/smtp';

describe('a call that the visitor books, moves and cancels', () => {
  test('the visitor gets each change by email with a calendar file, and the owner is notified', async () => {
    const smtp = await startSmtp();
    const { slots, book, post } = await createSite(
      {},
      { SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example', SITE_URL: 'https://crew.example' },
    );
    const freeSlots = await slots();
    const findMail = async (count: number, subject: string) => {
      const mails = await smtp.received(count);
      const match = mails.find((findMail) => findMail.subject.includes(subject));
      if (!match) throw new Error(`No mail has “${subject}”.`);
      return match;
    };
    await book(pickSlot(freeSlots));
    const booked = await findMail(2, 'Your discovery call is booked');
    expect(booked.to).toBe(person.email);
    expect(booked.calendar).toContain('METHOD:REQUEST');
    expect(booked.calendar).toContain('SEQUENCE:0');
    expect((await findMail(2, 'Call booked: Halden Skin Studios')).to).toBe('owner@crew.example');

    // Use the token from the email's link, as a visitor would.
    const token = /\/schedule#call=([\w-]+)/.exec(booked.text)?.[1] ?? '';
    await post('reschedule', { token, start: pickSlot(freeSlots, 60) });
    const moved = await findMail(4, 'Your discovery call has moved');
    expect(moved.calendar).toContain('SEQUENCE:1');
    await post('cancel', { token });
    const canceled = await findMail(6, 'Your discovery call is canceled');
    expect(canceled.calendar).toContain('METHOD:CANCEL');
    expect(canceled.calendar).toContain('SEQUENCE:2');
    await smtp.close();
  });
});
