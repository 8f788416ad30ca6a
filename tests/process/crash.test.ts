import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ApiClient, listAllLeads } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { createTestSettings, startEmptySite } from '../support/test-resources';

const kills = 20;
const writers = 8;

interface Attempt {
  key: string;
  company: string;
  /** The id in the response; absent when no response arrived. */
  id?: string;
}

/** Sends one lead. @returns whether the server stored it; false when the server is gone */
async function sendLead(url: string, attempt: Attempt): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': attempt.key },
      body: JSON.stringify({ ...sampleLead, companyName: attempt.company }),
    });
    if (response.status !== 201) return false;
    attempt.id = ((await response.json()) as { id: string }).id;
    return true;
  } catch {
    return false;
  }
}

describe('SIGKILL under load', () => {
  test.each(['sqlite', 'postgres'] as const)(
    `${kills} kills during writes lose no acknowledged lead and duplicate none (%s)`,
    async (engine) => {
      const settings = await createTestSettings(engine);
      const attempts: Attempt[] = [];

      for (let round = 0; round < kills; round += 1) {
        const server = await startEmptySite(settings);
        // Leads without a response are sent again with the same key, as the visitor's browser does.
        const unanswered = attempts.filter((attempt) => attempt.id === undefined);
        let stopped = false;
        let countAnswer = () => {};
        const twoAnswers = new Promise<void>((resolve) => {
          let answers = 0;
          countAnswer = () => {
            answers += 1;
            if (answers === 2) resolve();
          };
        });
        const writing = Array.from({ length: writers }, async () => {
          while (!stopped) {
            let attempt = unanswered.pop();
            if (!attempt) {
              const key = randomUUID();
              attempt = { key, company: key };
              attempts.push(attempt);
            }
            if (!(await sendLead(server.url, attempt))) return;
            countAnswer();
          }
        });
        // On a busy machine, the first responses take seconds. The kill comes at any point after them.
        await Promise.race([twoAnswers, Promise.all(writing)]);
        await pause(Math.random() * 250);
        await server.kill('SIGKILL');
        stopped = true;
        await Promise.all(writing);
      }

      const server = await startEmptySite(settings);
      const api = new ApiClient(server.url);
      await api.signIn();
      const leads = await listAllLeads(api);
      const stored = new Map(leads.map((lead) => [lead.id, lead.companyName]));
      const acknowledged = attempts.filter((attempt) => attempt.id !== undefined);
      expect(acknowledged.length).toBeGreaterThan(kills);
      const lost = acknowledged.filter(({ id, company }) => stored.get(id ?? '') !== company);
      expect(lost).toEqual([]);
      expect(new Set(leads.map((lead) => lead.companyName)).size).toBe(leads.length);
      expect((await server.stop()).code).toBe(0);
    },
  );
});
