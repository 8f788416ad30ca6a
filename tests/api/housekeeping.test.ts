import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DAY, getTimeAgo, MINUTE } from '../../src/lib/time/durations';
import { createTestApp, startSecondApp } from '../support/test-app';

describe('housekeeping', () => {
  /** Creates a database, and processes on it whose minutes take 20 milliseconds. */
  async function createSite() {
    const site = await createTestApp();
    return {
      db: site.db,
      startProcess: async (...jobs: (() => Promise<void>)[]) => {
        const app = await startSecondApp(site, { clockMs: 20 });
        app.addHousekeepingJobs(...jobs);
        await app.ready();
        return app;
      },
    };
  }

  type Site = Awaited<ReturnType<typeof createSite>>;

  const addExpiredSession = ({ db }: Site) =>
    db
      .insertInto('sessions')
      .values({
        tokenHash: 'expired',
        userId: 'admin',
        createdAt: getTimeAgo(30 * DAY),
        lastSeenAt: getTimeAgo(30 * DAY),
        address: null,
        agent: null,
      })
      .execute();

  const listExpiredSessions = ({ db }: Site) =>
    db.selectFrom('sessions').select('userId').where('tokenHash', '=', 'expired').execute();

  test('runs a minute after the start, and once in an hour for all processes', async () => {
    const site = await createSite();
    let runs = 0;
    const countRun = async () => {
      runs += 1;
    };
    await addExpiredSession(site);
    const first = await site.startProcess(countRun);
    await expect.poll(() => runs).toBe(1);
    expect(await listExpiredSessions(site)).toEqual([]);
    await first.close();
    await site.startProcess(countRun);
    await site.startProcess(countRun);
    await pause(500);
    expect(runs).toBe(1);
    await site.db
      .updateTable('siteState')
      .set({ value: getTimeAgo(MINUTE) })
      .where('key', '=', 'housekeeping_lease')
      .execute();
    await site.startProcess(countRun);
    await expect.poll(() => runs).toBe(2);
  });

  test('runs although a clock that was a year ahead has claimed it', async () => {
    const site = await createSite();
    await site.db
      .insertInto('siteState')
      .values({ key: 'housekeeping_lease', value: getTimeAgo(-365 * DAY) })
      .execute();
    await addExpiredSession(site);
    await site.startProcess();
    await expect.poll(() => listExpiredSessions(site)).toEqual([]);
  });

  test('is finished up to the current job by a shutdown, and begins again with the next start', async () => {
    const site = await createSite();
    const events: string[] = [];
    const startLoggedProcess = () =>
      site.startProcess(
        async () => {
          events.push('started');
          await pause(300);
          await site.db.selectFrom('users').select('id').execute();
          events.push('finished');
        },
        async () => void events.push('next job'),
      );
    const app = await startLoggedProcess();
    await expect.poll(() => events).toEqual(['started']);
    await app.close();
    expect(events).toEqual(['started', 'finished']);
    await startLoggedProcess();
    await expect.poll(() => events).toContain('next job');
  });
});
