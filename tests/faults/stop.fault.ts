import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { samplePicture } from '../support/pictures';
import { sampleLead } from '../support/samples';
import { type Exchange, type ExchangeOptions, exchange } from './exchange';
import { type Fault, outcome } from './fault';

/** An uncached page, a cached page, an API list and a write. */
const requests: readonly (ExchangeOptions & { path: string })[] = [
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

const clientCount = 24;

/** Lists what breaks the guarantee. @param stoppedAt just before the signal was sent */
function findProblems(exchanges: readonly Exchange[], stoppedAt: number): string[] {
  const firstCloseAt = Math.min(
    ...exchanges.filter(({ closes }) => closes).map(({ doneAt }) => doneAt),
  );
  return exchanges.flatMap(
    ({ sentAt = Number.POSITIVE_INFINITY, status, isWhole, closes, error }) => {
      if (status !== undefined && !isWhole) return [`incomplete response: ${error}`];
      if (sentAt < stoppedAt && status === undefined) return [`dropped: ${error}`];
      const isExpected =
        status === undefined || status < 300 || (status === 503 && sentAt >= stoppedAt);
      if (!isExpected) return [`got ${status}`];
      if (status !== undefined && sentAt > firstCloseAt && !closes)
        return ['a connection was not closed'];
      return [];
    },
  );
}

export default {
  name: 'stop',
  guarantee:
    'SIGTERM under load: requests sent before get complete responses, connections get Connection: close, the process exits within 10 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag }) {
    const rounds = numberFlag('stops', 5);
    const env = await newDatabase();
    const picture = await samplePicture();
    const problems: string[] = [];
    let completeCount = 0;
    let slowestMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(env);
      const owner = new ApiClient(server.url);
      await owner.signIn();
      const { uploadURL } = (await owner.post('/api/objects/upload')).body as { uploadURL: string };
      const upload = (parts: number) =>
        exchange(server.url + uploadURL, {
          method: 'PUT',
          headers: { 'Content-Type': 'image/jpeg', cookie: owner.cookie },
          body: picture,
          slowly: { parts, pause: 100 },
        });
      const exchanges: Exchange[] = [];
      let isStopped = false;
      const load = Array.from({ length: clientCount }, async (_, index) => {
        const { path, ...request } = requests[index % requests.length] ?? { path: '/' };
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!isStopped) {
          const result = await exchange(server.url + path, { agent, ...request });
          exchanges.push(result);
          if (result.error === 'ECONNREFUSED') break;
        }
        agent.destroy();
      });
      // Browsers preconnect: an idle connection must not delay the shutdown.
      const idleSocket = connect(server.port, 'localhost').on('error', () => {});
      // The upload of the last round would take minutes: the shutdown must not wait for it.
      const isEndless = round === rounds - 1;
      const uploading = upload(isEndless ? 2_000 : 12);
      await pause(400);
      const stoppedAt = performance.now();
      const { code } = await server.stop();
      slowestMs = Math.max(slowestMs, performance.now() - stoppedAt);
      isStopped = true;
      await Promise.all(load);
      idleSocket.destroy();
      const uploaded = await uploading;
      if (!isEndless && uploaded.status !== 200)
        problems.push(`an upload got ${uploaded.status ?? uploaded.error}`);
      if (code !== 0) problems.push(`exit code ${code}`);
      problems.push(...findProblems(exchanges, stoppedAt));
      completeCount += exchanges.filter(({ isWhole }) => isWhole).length;
    }
    if (slowestMs > 10_000) problems.push(`the shutdown took ${Math.round(slowestMs)} ms`);
    return outcome(
      problems,
      `${rounds} stops, ${completeCount} complete responses, 0 dropped, stopped in ${Math.round(slowestMs)} ms at most`,
    );
  },
} satisfies Fault;
