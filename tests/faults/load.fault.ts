import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { samplePicture } from '../pictures';
import { readResidentSize } from '../resident-size';
import { sampleItems, sampleLead } from '../samples';
import { startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';
import { signedIn } from './written';

const minute = 60_000;

/** MB that the process may hold more at the end than after two minutes, and the share of it. */
const growth = { megabytes: 25, share: 0.15 } as const;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** What visitors read, with and without what is kept of it. */
const reads = [
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
  promise:
    'Minutes of pages, lists, leads, admin work, uploads and sign-ins: no error, flat memory',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const minutes = number('minutes', 10);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    afterwards(() => server.kill());
    const owner = await signedIn(server.url, adminPassword);
    const picture = await samplePicture();
    const began = performance.now();
    const isOver = () => performance.now() - began > minutes * minute;
    const wrong: string[] = [];
    const times: number[] = [];
    let requests = 0;

    /** Does something again and again with a pause between; each of its answers is expected. */
    async function keepOn(every: number, step: (round: number) => Promise<number[]>) {
      for (let round = 0; !isOver(); round += 1) {
        try {
          for (const status of await step(round)) {
            requests += 1;
            if (status >= 400) wrong.push(`answered ${status}`);
          }
        } catch (error) {
          wrong.push(error instanceof Error ? error.message : String(error));
        }
        await pause(every);
      }
    }

    async function visit(round: number): Promise<number[]> {
      const path = reads[round % reads.length] ?? '/';
      const started = performance.now();
      const answer = await fetch(server.url + path);
      await answer.arrayBuffer();
      times.push(performance.now() - started);
      return [path === '/no-such-page' && answer.status === 404 ? 200 : answer.status];
    }

    async function read(): Promise<number[]> {
      const paths = ['/api/leads?limit=50', '/api/leads?q=halden', '/api/leads/summary'];
      const answers = await Promise.all(paths.map((path) => owner.get(path)));
      return answers.map(({ status }) => status);
    }

    async function change(round: number): Promise<number[]> {
      const made = await owner.post('/api/stats', sampleItems.stats);
      const { id } = made.body as { id: string };
      const stats = (await owner.get('/api/stats')).body as { id: string }[];
      const answers = [
        made,
        await owner.patch(`/api/stats/${id}`, { ...sampleItems.stats, value: String(round) }),
        await owner.post('/api/stats/reorder', {
          orderedIds: stats.map((stat) => stat.id).toReversed(),
        }),
        await owner.delete(`/api/stats/${id}`),
      ];
      return answers.map(({ status }) => status);
    }

    async function enquire(): Promise<number[]> {
      const { status, body } = await new ApiClient(server.url).post('/api/leads', sampleLead);
      const { id } = body as { id: string };
      return [status, (await owner.patch(`/api/leads/${id}`, { status: 'contacted' })).status];
    }

    async function comeAndGo(): Promise<number[]> {
      const api = new ApiClient(server.url);
      const login = await api.post('/api/auth/admin/login', { password: adminPassword });
      return [login.status, (await api.post('/api/auth/admin/logout')).status];
    }

    const early: number[] = [];
    const late: number[] = [];
    async function weigh(): Promise<number[]> {
      const size = readResidentSize(server.pid);
      const share = (performance.now() - began) / (minutes * minute);
      // Of ten minutes the third, and the last.
      if (size !== undefined && share >= 0.2 && share < 0.3) early.push(size);
      if (size !== undefined && share >= 0.9) late.push(size);
      return [];
    }

    await Promise.all([
      ...Array.from({ length: 6 }, () => keepOn(50, visit)),
      ...Array.from({ length: 2 }, () => keepOn(200, enquire)),
      keepOn(250, read),
      keepOn(500, change),
      keepOn(3_000, async () => [(await owner.upload(picture)).status]),
      keepOn(10_000, comeAndGo),
      keepOn(1_000, weigh),
    ]);
    const before = median(early);
    const after = median(late);
    if (after > before + Math.max(growth.megabytes, growth.share * before)) {
      wrong.push(`grew from ${Math.round(before)} to ${Math.round(after)} MB`);
    }
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    return outcome(
      wrong,
      `${minutes} minutes, ${requests} requests, no error, ${Math.round(before)} MB early and ${Math.round(after)} MB late, p99 of visits ${Math.round(p99)} ms`,
    );
  },
} satisfies Fault;
