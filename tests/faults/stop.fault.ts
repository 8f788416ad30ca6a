import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { samplePicture } from '../pictures';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { type Exchange, type ExchangeOptions, exchange } from './exchange';
import { adminPassword, type Fault, outcome } from './fault';

/** One that is made anew, one that is kept as bytes, one of the API, one that writes. */
const kinds: readonly (ExchangeOptions & { path: string })[] = [
  { path: '/enquiry' },
  { path: '/', headers: { 'Accept-Encoding': 'br' } },
  { path: '/api/talents' },
  {
    path: '/api/leads',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleLead),
  },
];

const clients = 24;

/** What of the exchanges breaks the promise. @param stoppedAt before the signal was sent */
function broken(exchanges: readonly Exchange[], stoppedAt: number): string[] {
  const heardAt = Math.min(...exchanges.filter(({ closes }) => closes).map(({ doneAt }) => doneAt));
  return exchanges.flatMap(
    ({ sentAt = Number.POSITIVE_INFINITY, status, isWhole, closes, error }) => {
      if (status !== undefined && !isWhole) return [`half an answer: ${error}`];
      if (sentAt < stoppedAt && status === undefined) return [`dropped: ${error}`];
      const isExpected =
        status === undefined || status < 300 || (status === 503 && sentAt >= stoppedAt);
      if (!isExpected) return [`answered ${status}`];
      if (status !== undefined && sentAt > heardAt && !closes) return ['a connection was kept'];
      return [];
    },
  );
}

export default {
  name: 'stop',
  promise:
    'SIGTERM under load: what was sent before is answered in full, connections are told to close, the process ends within 10 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const rounds = number('stops', 5);
    const env = await newDatabase();
    const picture = await samplePicture();
    const wrong: string[] = [];
    let answered = 0;
    let slowest = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(env);
      afterwards(() => server.kill());
      const owner = new ApiClient(server.url);
      await owner.signIn(adminPassword);
      const { uploadURL } = (await owner.post('/api/objects/upload')).body as { uploadURL: string };
      const upload = (parts: number) =>
        exchange(server.url + uploadURL, {
          method: 'PUT',
          headers: { 'Content-Type': 'image/jpeg', cookie: owner.cookie },
          body: picture,
          slowly: { parts, pause: 100 },
        });
      const exchanges: Exchange[] = [];
      let isGone = false;
      const load = Array.from({ length: clients }, async (_, index) => {
        const { path, ...request } = kinds[index % kinds.length] ?? { path: '/' };
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!isGone) {
          const one = await exchange(server.url + path, { agent, ...request });
          exchanges.push(one);
          if (one.error === 'ECONNREFUSED') break;
        }
        agent.destroy();
      });
      // A browser opens some in advance, on which nothing is ever said.
      const silent = connect(server.port, 'localhost').on('error', () => {});
      // In the last round one that would take minutes: the end does not wait for it.
      const isEndless = round === rounds - 1;
      const sending = upload(isEndless ? 2_000 : 12);
      await pause(400);
      const stoppedAt = performance.now();
      const { code } = await server.stop();
      slowest = Math.max(slowest, performance.now() - stoppedAt);
      isGone = true;
      await Promise.all(load);
      silent.destroy();
      const sent = await sending;
      if (!isEndless && sent.status !== 200) wrong.push(`a picture: ${sent.status ?? sent.error}`);
      if (code !== 0) wrong.push(`exit code ${code}`);
      wrong.push(...broken(exchanges, stoppedAt));
      answered += exchanges.filter(({ isWhole }) => isWhole).length;
    }
    if (slowest > 10_000) wrong.push(`${Math.round(slowest)} ms until it had ended`);
    return outcome(
      wrong,
      `${rounds} stops, ${answered} whole answers, 0 dropped, ended in ${Math.round(slowest)} ms at most`,
    );
  },
} satisfies Fault;
