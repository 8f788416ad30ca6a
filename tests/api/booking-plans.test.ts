import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { MINUTE } from '../../src/lib/time/durations';
import { confirmAddress } from '../../src/scheduling/book-call.server';
import { samplePlan } from '../support/sample-plan';
import { sampleLead } from '../support/samples';
import { caller, createSchedulingSite, pickSlot } from '../support/scheduling-site';

const otherPlan = { ...samplePlan, desks: samplePlan.desks.slice(0, 1) };

describe('the plan of a booking', () => {
  test('becomes that of the lead that the booking creates', async () => {
    const { slots, book, leads, admin } = await createSchedulingSite();
    const booked = await book(pickSlot(await slots()), { plan: samplePlan });
    expect(booked.statusCode, booked.body).toBe(201);
    const [lead] = await leads();
    expect(lead).toMatchObject({ status: 'discovery_call', plan: samplePlan });
    const { bookings } = (await admin('GET', `/api/leads/${lead.id}`)).json();
    expect(bookings).toMatchObject([{ plan: samplePlan }]);
  });

  test('replaces that of the lead by whose link the call was booked, in its history', async () => {
    const { slots, book, visitor, admin } = await createSchedulingSite();
    const sent = await visitor('POST', '/api/leads', { ...sampleLead, plan: samplePlan });
    const { id } = sent.json();
    const free = await slots();
    await book(pickSlot(free), { leadId: id, plan: otherPlan });
    // One without hours replaces nothing.
    const desks = samplePlan.desks.map((desk) => ({ ...desk, hours: [] }));
    const later = await book(pickSlot(free, 60), { leadId: id, plan: { ...samplePlan, desks } });
    expect(later.statusCode, later.body).toBe(201);
    const lead = (await admin('GET', `/api/leads/${id}`)).json();
    expect(lead.plan).toEqual(otherPlan);
    expect(lead.timeline).toContainEqual(
      expect.objectContaining({
        kind: 'plan',
        by: null,
        before: { plan: samplePlan },
        after: { plan: otherPlan },
      }),
    );
  });

  test('becomes that of a lead with the same email only when the owner confirms the person', async () => {
    const { slots, book, visitor, admin } = await createSchedulingSite();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const call = (await book(pickSlot(await slots()), { plan: samplePlan })).json();
    const readPlan = async () => (await admin('GET', `/api/leads/${id}`)).json().plan;
    expect(await readPlan()).toBe(null);
    await admin('POST', `/api/scheduling/bookings/${call.id}/confirm-person`);
    expect(await readPlan()).toEqual(samplePlan);
  });

  test('becomes that of the lead that a held call creates once it is confirmed', async () => {
    const { slots, book, leads, db } = await createSchedulingSite();
    const { id } = (await book(pickSlot(await slots()), { plan: samplePlan })).json();
    const heldUntil = new Date(Date.now() + MINUTE).toISOString();
    const held = { leadId: null, heldUntil, addressConfirmedAt: null };
    await db.updateTable('bookings').set(held).where('id', '=', id).execute();
    await db.deleteFrom('leads').execute();
    await confirmAddress(db, id);
    expect(await leads()).toMatchObject([{ status: 'discovery_call', plan: samplePlan }]);
  });

  test('stays with a lead of its own when the owner does not confirm the person', async () => {
    const { slots, book, visitor, admin, leads } = await createSchedulingSite();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const call = (await book(pickSlot(await slots()), { plan: samplePlan })).json();
    await admin('POST', `/api/scheduling/bookings/${call.id}/reject-person`);
    const stored = (await leads()) as Lead[];
    expect(stored.map((lead) => [lead.id === id, lead.plan])).toEqual([
      [false, samplePlan],
      [true, null],
    ]);
  });

  test('may not differ when an Idempotency-Key repeats a booking', async () => {
    const { slots, book } = await createSchedulingSite();
    const start = pickSlot(await slots());
    const headers = { 'idempotency-key': randomUUID() };
    const first = await book(start, { plan: samplePlan }, headers);
    expect((await book(start, { plan: samplePlan }, headers)).json().id).toBe(first.json().id);
    expect((await book(start, { plan: otherPlan }, headers)).statusCode).toBe(409);
  });

  test('is exported and erased with a booking that has no lead', async () => {
    const { slots, book, admin, db } = await createSchedulingSite();
    await book(pickSlot(await slots()), { plan: samplePlan });
    await db.updateTable('bookings').set({ leadId: null }).execute();
    const query = `email=${encodeURIComponent(caller.email)}`;
    const data = (await admin('GET', `/api/privacy/export?${query}`)).json();
    expect(data.bookings).toMatchObject([{ plan: samplePlan }]);
    await admin('POST', '/api/privacy/erase', { email: caller.email });
    const { rows } = await sql`select plan from bookings`.execute(db);
    expect(rows).toEqual([]);
  });
});
