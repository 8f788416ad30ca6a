import { expect, test } from 'vitest';
import { createMailSite, owner } from '../support/mail-site';
import { caller, pickSlot } from '../support/scheduling-site';

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
