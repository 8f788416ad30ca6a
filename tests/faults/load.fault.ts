import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient, adminPassword } from '../support/api-client';
import { samplePicture } from '../support/pictures';
import { readResidentSize } from '../support/resident-size';
import { sampleItems, sampleLead } from '../support/samples';
import { type Fault, outcome } from './fault';
import { createSignedInClient } from './write-load';

const MINUTE = 60_000;

/** How much the process may grow from the third minute to the last: the larger of the two applies. */
const maxGrowth = { megabytes: 25, share: 0.15 } as const;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Paths that visitors request, cached and uncached. */
const visitedPaths = [
  '/',
  '/talent',
  '/talent?role=Receptionist',
  '/enquiry',
  '/api/talents',
  '/api/talents?seniority=Senior&skills=Scheduling',
  '/api/packages',
  '/api/case-studies',
  '/no-such-page',
];

export default {
  name: 'load',
  guarantee:
    'Minutes of pages, lists, leads, admin work, uploads and sign-ins: no error, flat memory',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag }) {
    const minutes = numberFlag('minutes', 10);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    const owner = await createSignedInClient(server.url);
    const picture = await samplePicture();
    const startedAt = performance.now();
    const isDone = () => performance.now() - startedAt > minutes * MINUTE;
    const problems: string[] = [];
    const times: number[] = [];
    let requests = 0;

    /** Repeats a step with a pause in between. A status of 400 or more is a problem. */
    async function repeat(pauseMs: number, step: (round: number) => Promise<number[]>) {
      for (let round = 0; !isDone(); round += 1) {
        try {
          for (const status of await step(round)) {
            requests += 1;
            if (status >= 400) problems.push(`got ${status}`);
          }
        } catch (error) {
          problems.push(error instanceof Error ? error.message : String(error));
        }
        await pause(pauseMs);
      }
    }

    async function visitPage(round: number): Promise<number[]> {
      const path = visitedPaths[round % visitedPaths.length] ?? '/';
      const started = performance.now();
      const response = await fetch(server.url + path);
      await response.arrayBuffer();
      times.push(performance.now() - started);
      return [path === '/no-such-page' && response.status === 404 ? 200 : response.status];
    }

    async function readLeads(): Promise<number[]> {
      const paths = ['/api/leads?limit=50', '/api/leads?q=halden', '/api/leads/summary'];
      const responses = await Promise.all(paths.map((path) => owner.get(path)));
      return responses.map(({ status }) => status);
    }

    async function changeContent(round: number): Promise<number[]> {
      const created = await owner.post('/api/stats', sampleItems.stats);
      const { id } = created.body as { id: string };
      const stats = (await owner.get('/api/stats')).body as { id: string }[];
      const responses = [
        created,
        await owner.patch(`/api/stats/${id}`, { ...sampleItems.stats, value: String(round) }),
        await owner.post('/api/stats/reorder', {
          orderedIds: stats.map((stat) => stat.id).toReversed(),
        }),
        await owner.delete(`/api/stats/${id}`),
      ];
      return responses.map(({ status }) => status);
    }

    async function sendInquiry(): Promise<number[]> {
      const { status, body } = await new ApiClient(server.url).post('/api/leads', sampleLead);
      const { id } = body as { id: string };
      return [status, (await owner.patch(`/api/leads/${id}`, { status: 'contacted' })).status];
    }

    async function signInAndOut(): Promise<number[]> {
      const api = new ApiClient(server.url);
      const login = await api.post('/api/auth/admin/login', { password: adminPassword });
      return [login.status, (await api.post('/api/auth/admin/logout')).status];
    }

    const early: number[] = [];
    const late: number[] = [];
    async function recordMemory(): Promise<number[]> {
      const size = readResidentSize(server.pid);
      const share = (performance.now() - startedAt) / (minutes * MINUTE);
      // The third and the last of ten minutes.
      if (size !== undefined && share >= 0.2 && share < 0.3) early.push(size);
      if (size !== undefined && share >= 0.9) late.push(size);
      return [];
    }

    await Promise.all([
      ...Array.from({ length: 6 }, () => repeat(50, visitPage)),
      ...Array.from({ length: 2 }, () => repeat(200, sendInquiry)),
      repeat(250, readLeads),
      repeat(500, changeContent),
      repeat(3_000, async () => [(await owner.upload(picture)).status]),
      repeat(10_000, signInAndOut),
      repeat(1_000, recordMemory),
    ]);
    const before = median(early);
    const after = median(late);
    if (after > before + Math.max(maxGrowth.megabytes, maxGrowth.share * before)) {
      problems.push(`grew from ${Math.round(before)} to ${Math.round(after)} MB`);
    }
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    return outcome(
      problems,
      `${minutes} minutes, ${requests} requests, no error, ${Math.round(before)} MB early and ${Math.round(after)} MB late, p99 of visits ${Math.round(p99)} ms`,
    );
  },
} satisfies Fault;
