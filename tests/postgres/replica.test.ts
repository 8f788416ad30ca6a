import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

/** Starts a site with a replica that has one more statistic, which tells both apart. */
async function createSiteWithReplica() {
  const copy = await createTestApp({}, undefined, { engine: 'postgres' });
  const stat = { ...sampleItems.stats, label: 'on the replica' };
  expect((await copy.admin('POST', '/api/stats', stat)).statusCode).toBe(201);
  const site = await createTestApp({}, undefined, { engine: 'postgres', replica: copy.db });
  const isFromReplica = async (read: typeof site.visitor) =>
    JSON.stringify((await read('GET', '/api/stats')).json()).includes(stat.label);
  const change = () => site.admin('POST', '/api/stats', sampleItems.stats);
  return { ...site, copy, isFromReplica, change };
}

describe('DATABASE_REPLICA_URL', () => {
  test('makes visitors read lists from the replica, and the owner from the primary', async () => {
    const { visitor, admin, isFromReplica } = await createSiteWithReplica();
    expect(await isFromReplica(visitor)).toBe(true);
    expect(await isFromReplica(admin)).toBe(false);
  });

  test('makes visitors read lists from the primary while the replica lacks a change', async () => {
    const { visitor, isFromReplica, change } = await createSiteWithReplica();
    // The first brings the site to the version of the replica.
    await change();
    expect(await isFromReplica(visitor)).toBe(true);
    const { id } = (await change()).json();
    expect(await isFromReplica(visitor)).toBe(false);
    expect((await visitor('GET', `/api/stats/${id}`)).statusCode).toBe(200);
  });

  test('makes visitors read lists from the primary when the replica fails', async () => {
    const { visitor, copy, isFromReplica } = await createSiteWithReplica();
    await copy.db.destroy();
    expect(await isFromReplica(visitor)).toBe(false);
  });

  test('returns 404 for an item that is on neither the replica nor the primary', async () => {
    const { visitor } = await createSiteWithReplica();
    expect((await visitor('GET', '/api/stats/none')).statusCode).toBe(404);
  });
});
