import { describe, expect, test } from 'vitest';
import { DAY } from '../../src/lib/time/durations';
import { createOwnCallSite } from '../support/own-call-site';
import { sampleLead } from '../support/samples';
import { createCallTime, pickSlot } from '../support/scheduling-site';

/** Starts a site whose lead was merged into another one. */
async function createMergedSite() {
  const site = await createOwnCallSite();
  const { leadId: otherId, admin } = site;
  const { id: keptId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  const merge = await admin('POST', '/api/leads/merge', { keepId: keptId, otherId });
  expect(merge.statusCode).toBe(200);
  const readKeptStatus = async () => (await admin('GET', `/api/leads/${keptId}`)).json().status;
  const bookAs = async (leadId: string, index: number) =>
    (await site.book(pickSlot(await site.slots(), index), { leadId })).json();
  return { ...site, keptId, otherId, readKeptStatus, bookAs };
}

describe('the overview, after a call was canceled', () => {
  test('asks for the lead’s status in the overview after the visitor has canceled', async () => {
    const { book, slots, post, leadId, readStatus, listCanceled, change } =
      await createOwnCallSite();
    const { token, id } = (await book(pickSlot(await slots()), { leadId })).json();
    expect(await listCanceled()).toEqual([]);
    await post('cancel', { token });
    expect(await readStatus()).toBe('discovery_call');
    expect(await listCanceled()).toMatchObject([{ id, leadId }]);
    await change(id, { lead: 'contacted' });
    expect(await readStatus()).toBe('contacted');
    expect(await listCanceled()).toEqual([]);
  });

  test('does not ask while the lead has another call', async () => {
    const { book, slots, post, leadId, listCanceled, bookOwn } = await createOwnCallSite();
    const { token } = (await book(pickSlot(await slots()), { leadId })).json();
    await bookOwn({ start: createCallTime(9 * DAY) });
    await post('cancel', { token });
    expect(await listCanceled()).toEqual([]);
  });

  test('asks for the status of the lead that the inquiry was merged into', async () => {
    const { bookAs, otherId, post, readKeptStatus, listCanceled, change } =
      await createMergedSite();
    const { id, token } = await bookAs(otherId, 40);
    expect(await readKeptStatus()).toBe('discovery_call');
    await post('cancel', { token });
    expect(await listCanceled()).toMatchObject([{ id }]);
    await change(id, { lead: 'contacted' });
    expect(await readKeptStatus()).toBe('contacted');
    expect(await listCanceled()).toEqual([]);
  });

  test('asks once about merged inquiries that canceled a call each, and not while one has another', async () => {
    const { bookAs, otherId, keptId, post, listCanceled } = await createMergedSite();
    const first = await bookAs(keptId, 40);
    const second = await bookAs(otherId, 60);
    await post('cancel', { token: first.token });
    expect(await listCanceled()).toEqual([]);
    await post('cancel', { token: second.token });
    expect(await listCanceled()).toMatchObject([{ id: second.id }]);
  });

  test('does not move a lead back that has got another call since', async () => {
    const { bookAs, otherId, keptId, post, change, readKeptStatus } = await createMergedSite();
    const { id, token } = await bookAs(keptId, 40);
    await post('cancel', { token });
    const later = await bookAs(otherId, 60);
    const refused = await change(id, { lead: 'contacted' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe(
      'This lead has an upcoming call, so it stays in discovery call.',
    );
    expect(await readKeptStatus()).toBe('discovery_call');
    await post('cancel', { token: later.token });
    expect((await change(id, { lead: 'contacted' })).statusCode).toBe(200);
    expect(await readKeptStatus()).toBe('contacted');
  });

  test('does not move a lead back that has another call when the owner cancels one', async () => {
    const { bookAs, otherId, keptId, change, readKeptStatus } = await createMergedSite();
    const { id } = await bookAs(keptId, 40);
    await bookAs(otherId, 60);
    const canceled = await change(id, { status: 'canceled', lead: 'contacted' });
    expect(canceled.statusCode).toBe(200);
    expect(canceled.json().status).toBe('canceled');
    expect(await readKeptStatus()).toBe('discovery_call');
  });
});
