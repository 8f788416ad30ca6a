import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { sampleItems, sampleLead } from '../samples';
import { startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';

const writers = 6;

interface Attempt {
  key: string;
  id?: string;
}

async function sendLead(url: string, attempt: Attempt): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': attempt.key },
      body: JSON.stringify({ ...sampleLead, companyName: attempt.key }),
    });
    if (answer.status !== 201) return false;
    attempt.id = ((await answer.json()) as { id: string }).id;
    return true;
  } catch {
    return false;
  }
}

/** All leads, page by page. */
async function leadsOf(api: ApiClient): Promise<{ id: string; companyName: string }[]> {
  const leads: { id: string; companyName: string }[] = [];
  let next: string | undefined = '/api/leads?limit=500';
  while (next) {
    const { body, headers } = await api.get(next);
    leads.push(...(body as typeof leads));
    next = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  return leads;
}

/** The owner's work beside the visitors': status changes and reorders, until the server is gone. */
async function ownersWork(api: ApiClient, ids: string[], isOver: () => boolean) {
  try {
    while (!isOver()) {
      await api.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
      const { body } = await api.get('/api/leads?limit=1');
      const [newest] = body as { id: string }[];
      if (newest) await api.patch(`/api/leads/${newest.id}`, { status: 'contacted' });
      ids.reverse();
    }
  } catch {
    // Killed in the middle, as intended.
  }
}

export default {
  name: 'kills',
  promise:
    'Killed at any moment of a mixed write load: no acknowledged lead lost, none doubled, ready again within 2 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number }) {
    const kills = number('kills', 200);
    const env = await newDatabase();
    const attempts: Attempt[] = [];
    const wrong: string[] = [];
    let slowest = 0;
    let stats: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const started = performance.now();
      const server = await startServer(env);
      if (round > 0) slowest = Math.max(slowest, performance.now() - started);
      const owner = new ApiClient(server.url);
      await owner.signIn(adminPassword);
      if (round === 0) {
        for (let made = 0; made < 4; made += 1) await owner.post('/api/stats', sampleItems.stats);
        stats = ((await owner.get('/api/stats')).body as { id: string }[]).map(({ id }) => id);
      }
      const unanswered = attempts.filter(({ id }) => id === undefined);
      let isOver = false;
      const writing = Array.from({ length: writers }, async () => {
        while (!isOver) {
          let attempt = unanswered.pop();
          if (!attempt) {
            attempt = { key: randomUUID() };
            attempts.push(attempt);
          }
          if (!(await sendLead(server.url, attempt))) return;
        }
      });
      const owners = ownersWork(owner, [...stats], () => isOver);
      await pause(30 + Math.random() * 250);
      await server.kill('SIGKILL');
      isOver = true;
      await Promise.all([...writing, owners]);
    }
    const server = await startServer(env);
    const api = new ApiClient(server.url);
    await api.signIn(adminPassword);
    const leads = await leadsOf(api);
    const stored = new Map(leads.map(({ id, companyName }) => [id, companyName]));
    const acknowledged = attempts.filter(({ id }) => id !== undefined);
    for (const { id, key } of acknowledged) {
      if (stored.get(id ?? '') !== key) wrong.push(`lost ${key}`);
    }
    if (new Set(leads.map(({ companyName }) => companyName)).size !== leads.length) {
      wrong.push('a lead is stored twice');
    }
    const order = ((await api.get('/api/stats')).body as { id: string }[]).map(({ id }) => id);
    if ([...order].sort().join() !== [...stats].sort().join()) wrong.push('a stat is lost');
    if (order.join() !== stats.join() && order.join() !== stats.toReversed().join()) {
      wrong.push('half of a reorder is stored');
    }
    if (slowest > 2_000) wrong.push(`${Math.round(slowest)} ms until it was ready again`);
    await server.stop();
    return outcome(
      wrong,
      `${kills} kills, ${acknowledged.length} acknowledged, 0 lost, 0 doubled, ready in ${Math.round(slowest)} ms at most`,
    );
  },
} satisfies Fault;
