import { describe, expect, test } from 'vitest';
import { DAY, getTimeAgo, MINUTE } from '../../src/lib/time/durations';
import { sampleItems, sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { startSecondApp } from '../support/test-app';

const nextStep = { text: 'Send the proposal', dueAt: '2031-03-20T15:00:00.000Z' };

/** Starts a site with a lead and its call, which took place an hour ago. Emails about changes wait. */
async function createSite() {
  const site = await createSchedulingSite({}, {}, { maxDelayMs: MINUTE });
  const { admin, visitor, db, slots, book } = site;
  const { id: leadId } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const { id } = (await book(pickSlot(await slots()), { leadId })).json();
  const pastTime = new Date(Date.now() - 3_600_000).toISOString();
  const setStart = (startAt: string) => db.updateTable('bookings').set({ startAt }).execute();
  await setStart(pastTime);
  const log = (body: object, headers = {}) =>
    admin('POST', `/api/scheduling/bookings/${id}/result`, body, headers);
  const remove = (headers = {}) =>
    admin('DELETE', `/api/scheduling/bookings/${id}/result`, undefined, headers);
  const readLead = async () => (await admin('GET', `/api/leads/${leadId}`)).json();
  const listCallEntries = async () => {
    const { timeline } = await readLead();
    return timeline
      .filter((entry: { kind: string }) => entry.kind === 'call')
      .map(({ by, after }: { by: string | null; after: object }) => ({ by, ...after }));
  };
  return { ...site, id, leadId, pastTime, setStart, log, remove, readLead, listCallEntries };
}

describe('POST /api/scheduling/bookings/{id}/result', () => {
  test('records that the call took place, with the note, and sets the lead’s next step', async () => {
    const { id, log, readLead, listCallEntries, pastTime } = await createSite();
    const response = await log({ result: 'took_place', note: 'Wants two by May.', nextStep });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'booked', result: 'took_place' });
    expect(await readLead()).toMatchObject({ nextStep, status: 'discovery_call' });
    const [newest] = await listCallEntries();
    expect(newest).toEqual({
      by: 'admin',
      what: 'took_place',
      source: 'site',
      start: pastTime,
      callId: id,
      note: 'Wants two by May.',
    });
  });

  test('records a no-show without a note, and a corrected result after it', async () => {
    const { log, listCallEntries, readLead } = await createSite();
    expect((await log({ result: 'no_show' })).json()).toMatchObject({
      status: 'no_show',
      result: 'no_show',
    });
    expect((await log({ result: 'took_place' })).json()).toMatchObject({
      status: 'booked',
      result: 'took_place',
    });
    const entries = await listCallEntries();
    expect(entries.map(({ what }: { what: string }) => what)).toEqual([
      'took_place',
      'no_show',
      'booked',
    ]);
    expect((await readLead()).nextStep).toBeNull();
  });

  test('sets the next step of the lead that the inquiry was merged into', async () => {
    const { log, visitor, admin, leadId } = await createSite();
    const kept = (await visitor('POST', '/api/leads', sampleLead)).json();
    const merge = await admin('POST', '/api/leads/merge', { keepId: kept.id, otherId: leadId });
    expect(merge.statusCode).toBe(200);
    expect((await log({ result: 'took_place', nextStep })).statusCode).toBe(200);
    expect((await admin('GET', `/api/leads/${kept.id}`)).json()).toMatchObject({ nextStep });
  });

  test('is rejected before the call starts, and for a canceled call', async () => {
    const { log, id, admin, setStart, pastTime } = await createSite();
    await setStart(new Date(Date.now() + 60_000).toISOString());
    expect((await log({ result: 'took_place' })).statusCode).toBe(409);
    await setStart(pastTime);
    await admin('PATCH', `/api/scheduling/bookings/${id}`, { status: 'canceled' });
    expect((await log({ result: 'took_place' })).statusCode).toBe(409);
    expect((await log({ result: 'reached' })).statusCode).toBe(400);
    expect((await log({ result: 'no_show', note: 'x'.repeat(5_001) })).statusCode).toBe(400);
    const unknown = await admin('POST', '/api/scheduling/bookings/none/result', {
      result: 'no_show',
    });
    expect(unknown.statusCode).toBe(404);
  });

  test('takes a note only once the owner has confirmed who booked the call', async () => {
    const { log, id, admin, db } = await createSite();
    await db.updateTable('bookings').set({ personConfirmed: 0 }).execute();
    expect((await log({ result: 'took_place', note: 'Nice.' })).statusCode).toBe(409);
    expect((await log({ result: 'no_show' })).statusCode).toBe(200);
    await admin('POST', `/api/scheduling/bookings/${id}/confirm-person`);
    expect((await log({ result: 'took_place', note: 'Nice.' })).statusCode).toBe(200);
  });

  test('stores the note once when a request with an Idempotency-Key is repeated', async () => {
    const { log, remove, listCallEntries } = await createSite();
    const key = { 'idempotency-key': 'one-press-0001' };
    const result = { result: 'took_place', note: 'Wants two by May.', nextStep };
    const [first, atOnce] = await Promise.all([log(result, key), log(result, key)]);
    expect(first.statusCode).toBe(200);
    expect(atOnce.json()).toEqual(first.json());
    expect((await log(result, key)).json()).toEqual(first.json());
    expect((await log({ ...result, note: 'Another note.' }, key)).statusCode).toBe(409);
    expect(await listCallEntries()).toHaveLength(2);
    await remove();
    expect((await log(result, key)).json()).toMatchObject({ result: null });
    expect(await listCallEntries()).toHaveLength(3);
  });

  test('stores one result when two are logged at the same moment', async () => {
    const { log, listCallEntries } = await createSite();
    const responses = await Promise.all([
      log({ result: 'took_place', nextStep }),
      log({ result: 'took_place', nextStep }),
    ]);
    const stored = responses.filter(({ statusCode }) => statusCode === 200);
    const entries = await listCallEntries();
    expect(stored.length).toBeGreaterThan(0);
    expect(entries).toHaveLength(1 + stored.length);
  });
});

describe('the result of a call', () => {
  test('is kept with its note as long as its lead, unlike the history of content', async () => {
    const site = await createSite();
    const { admin, db, log, leadId, listCallEntries } = site;
    /** Makes the history older than a year, and runs the hourly jobs. @returns what is left of it */
    async function age() {
      await db
        .updateTable('audit')
        .set({ at: getTimeAgo(400 * DAY) })
        .execute();
      await db.deleteFrom('siteState').where('key', '=', 'housekeeping_lease').execute();
      const app = await startSecondApp(site, { clockMs: 20 });
      const finished = new Promise<void>((resolve) => {
        app.addHousekeepingJobs(async () => resolve());
      });
      await app.ready();
      await finished;
      await app.close();
      const rows = await db.selectFrom('audit').select('subject').distinct().execute();
      return rows.map(({ subject }) => subject).sort();
    }
    await admin('POST', '/api/talents', sampleItems.talents);
    await admin('POST', `/api/leads/${leadId}/notes`, { text: 'A note.' });
    await log({ result: 'took_place', note: 'Wants two by May.' });
    expect(await age()).toEqual(['lead-calls', 'leads']);
    const noted = { what: 'took_place', note: 'Wants two by May.' };
    expect(await listCallEntries()).toContainEqual(expect.objectContaining(noted));
    await admin('DELETE', `/api/leads/${leadId}`);
    expect(await age()).toEqual(['lead-calls', 'leads']);
    await db
      .updateTable('leads')
      .set({ deletedAt: getTimeAgo(31 * DAY) })
      .execute();
    // The purge leaves the entry of the deletion, for its year.
    expect(await age()).toEqual(['leads']);
    expect(await age()).toEqual([]);
  });

  test('is removed when the call is canceled, and stays removed when that is undone', async () => {
    const { log, id, admin } = await createSite();
    await log({ result: 'took_place' });
    const canceled = await admin('PATCH', `/api/scheduling/bookings/${id}`, { status: 'canceled' });
    expect(canceled.json()).toMatchObject({ status: 'canceled', result: null });
    const undone = await admin('POST', `/api/scheduling/bookings/${id}/undo`);
    expect(undone.json()).toMatchObject({ status: 'booked', result: null });
  });

  test('is not recorded when a no-show mark is removed before the call starts', async () => {
    const { id, admin, setStart } = await createSite();
    await setStart(new Date(Date.now() + 3_600_000).toISOString());
    const patch = async (status: string) =>
      (await admin('PATCH', `/api/scheduling/bookings/${id}`, { status })).json();
    expect(await patch('no_show')).toMatchObject({ result: 'no_show' });
    expect(await patch('booked')).toMatchObject({ status: 'booked', result: null });
  });
});

describe('DELETE /api/scheduling/bookings/{id}/result', () => {
  test('removes a result, so that the owner is asked again', async () => {
    const { log, remove, admin, pastTime } = await createSite();
    await log({ result: 'no_show' });
    expect((await remove()).json()).toMatchObject({ status: 'booked', result: null });
    expect((await remove()).statusCode).toBe(200);
    const from = new Date(Date.parse(pastTime) - 60_000).toISOString();
    const to = new Date().toISOString();
    const calls = await admin('GET', `/api/scheduling/bookings?from=${from}&to=${to}`);
    expect(calls.json()).toMatchObject([{ status: 'booked', result: null }]);
  });

  test('keeps a result that was logged elsewhere since the version in If-Match', async () => {
    const { log, remove, listCallEntries } = await createSite();
    const { updatedAt } = (await log({ result: 'no_show' })).json();
    await log({ result: 'took_place', note: 'She came late.' });
    const rejected = await remove({ 'if-match': `"${updatedAt}"` });
    expect(rejected.statusCode).toBe(412);
    expect(rejected.json().code).toBe('changed');
    const [newest] = await listCallEntries();
    expect(newest).toMatchObject({ what: 'took_place', note: 'She came late.' });
    const current = (await log({ result: 'no_show' })).json().updatedAt;
    const removed = await remove({ 'if-match': `"${current}"` });
    expect(removed.json()).toMatchObject({ status: 'booked', result: null });
  });
});
