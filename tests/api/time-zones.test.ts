import type { Insertable, Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up } from '../../migrations/0035-one-time-zone';
import { defaultCallHours } from '../../src/scheduling/hours/call-hours';
import type { StoredCall } from '../../src/scheduling/table.server';
import { createTestApp, shareSite } from '../support/test-app';

describe('an upgrade from two time zones', () => {
  const getSite = shareSite(createTestApp);
  const pacific = 'America/Los_Angeles';
  const eastern = 'America/New_York';
  const updatedAt = '2030-01-01T00:00:00.000Z';

  /** Stores time zones as the previous release did, and migrates them. @returns the new setting */
  async function migrateZones({ setting, hours }: { setting?: string; hours?: string }) {
    const { db } = getSite();
    await db.deleteFrom('ownerSettings').execute();
    await db.deleteFrom('callHours').execute();
    if (setting) {
      const row = { name: 'timeZone', value: JSON.stringify(setting), updatedAt, userId: null };
      await db.insertInto('ownerSettings').values(row).execute();
    }
    if (hours) {
      const stored = JSON.stringify({ ...defaultCallHours, timeZone: hours });
      await db.insertInto('callHours').values({ id: 'owner', hours: stored, updatedAt }).execute();
    }
    // A migration knows no tables.
    await up(db as unknown as Kysely<unknown>);
    return db.selectFrom('ownerSettings').select(['value', 'updatedAt']).execute();
  }

  test.each([
    ['takes that of the availability', { setting: eastern, hours: pacific }],
    ['takes that of the availability if it is the only one', { hours: pacific }],
    ['keeps that of the settings if it is the only one', { setting: pacific }],
    ['changes nothing if they are the same', { setting: pacific, hours: pacific }],
    ['takes the zone that an abbreviation stands for', { hours: 'PST' }],
    ['ignores an unknown one', { setting: pacific, hours: 'Mars/Crater' }],
  ])('%s', async (_, stored: { setting?: string; hours?: string }) => {
    const [migrated] = await migrateZones(stored);
    expect(JSON.parse(migrated?.value ?? '')).toBe(pacific);
    // The version of the settings only rises, so that every process reads them again.
    if (stored.setting === eastern) expect(migrated?.updatedAt).toBe('2030-01-01T00:00:00.001Z');
  });

  test('sets none if neither was set', async () => {
    expect(await migrateZones({})).toEqual([]);
  });

  test('replaces the unknown time zones of calls', async () => {
    const { db } = getSite();
    const at = '2030-01-01T00:00:00.000Z';
    for (const timeZone of ['PST', 'Mars/Crater', 'Asia/Tokyo']) {
      const booking = { id: timeZone, source: 'cal', status: 'booked', statusAt: at, verified: 1 };
      const times = { createdAt: at, updatedAt: at, sequence: 0, personConfirmed: 1 };
      await db
        .insertInto('bookings')
        .values({ ...booking, ...times, timeZone } as Insertable<StoredCall>)
        .execute();
    }
    await up(db as unknown as Kysely<unknown>);
    const rows = await db.selectFrom('bookings').select(['id', 'timeZone']).orderBy('id').execute();
    expect(rows.map((row) => row.timeZone)).toEqual(['Asia/Tokyo', null, pacific]);
  });
});
