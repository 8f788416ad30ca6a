import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findLostData } from '../faults/integrity-checks';
import { sendLeads, type Writes } from '../faults/write-load';
import { ApiClient } from '../support/api-client';
import { createTestSettings, startEmptySite } from '../support/test-resources';

const kills = 20;
const writers = 8;

describe('SIGKILL under load', () => {
  test.each(['sqlite', 'postgres'] as const)(
    `${kills} kills during writes lose no acknowledged lead and duplicate none (%s)`,
    async (engine) => {
      const settings = await createTestSettings(engine);
      const writes: Writes = { leads: [], pictures: [], stats: [] };
      const countAcknowledged = () => writes.leads.filter(({ id }) => id !== undefined).length;

      for (let round = 0; round < kills; round += 1) {
        const server = await startEmptySite(settings);
        const unacknowledged = writes.leads.filter(({ id }) => id === undefined);
        const before = countAcknowledged();
        const writing = Promise.allSettled(
          Array.from({ length: writers }, () => sendLeads(server.url, writes, unacknowledged, 0)),
        );
        // On a busy machine, the first responses take seconds. The kill comes at any point after them.
        await expect.poll(countAcknowledged).toBeGreaterThan(before + 1);
        await pause(Math.random() * 250);
        await server.kill('SIGKILL');
        await writing;
      }

      const server = await startEmptySite(settings);
      const api = new ApiClient(server.url);
      await api.signIn();
      expect(countAcknowledged()).toBeGreaterThan(kills);
      expect(await findLostData(api, writes)).toEqual([]);
      expect((await server.stop()).code).toBe(0);
    },
  );
});
