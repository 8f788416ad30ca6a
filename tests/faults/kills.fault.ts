import { setTimeout as pause } from 'node:timers/promises';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { type Fault, outcome } from './fault';
import { cleanUp, findBrokenPictures, findLostData, waitForMails } from './integrity-checks';
import { startWebhookLog } from './webhook-log';
import { createSignedInClient, type Writes, writeUntilKilled } from './write-load';

const writers = 6;

/** Maximum time from the start of a process until its first response. */
const maxReadyMs = 2_000;

export default {
  name: 'kills',
  guarantee:
    'Killed at random moments during leads, status changes, reorders, uploads and deliveries: nothing acknowledged is lost, incomplete or duplicated, ready again within 2 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag, onCleanup }) {
    const kills = numberFlag('kills', 200);
    const smtp = await startSmtp();
    onCleanup(() => smtp.close());
    const webhooks = await startWebhookLog();
    onCleanup(() => webhooks.close());
    const env = {
      ...(await newDatabase()),
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      PRIVATE_ADDRESSES: '127.0.0.1',
    };
    const picture = await samplePicture('jpeg', { width: 400, height: 300 });
    const writes: Writes = { leads: [], pictures: [], stats: [] };
    const readyTimes: number[] = [];
    const startSite = async () => {
      const started = performance.now();
      const server = await startServer(env);
      await fetch(`${server.url}/healthz`);
      return { server, tookMs: performance.now() - started };
    };
    for (let round = 0; round < kills; round += 1) {
      const { server, tookMs } = await startSite();
      if (round > 0) readyTimes.push(tookMs);
      const owner = await createSignedInClient(server.url);
      if (round === 0) {
        for (let index = 0; index < 4; index += 1)
          await owner.post('/api/stats', sampleItems.stats);
        await owner.post('/api/webhooks', {
          name: 'Kills',
          url: webhooks.url,
          events: ['lead.created'],
        });
        const { body } = await owner.get('/api/stats');
        writes.stats = (body as { id: string }[]).map(({ id }) => id);
      }
      const load = writeUntilKilled(owner, server.url, writes, { writers, picture });
      await pause(30 + Math.random() * 700);
      await server.kill('SIGKILL');
      await load;
    }
    const { server, tookMs } = await startSite();
    readyTimes.push(tookMs);
    const owner = await createSignedInClient(server.url);
    const delivered = await waitForMails(env, smtp, writes, kills);
    const acknowledged = writes.leads.filter(({ id }) => id !== undefined).map(({ key }) => key);
    const sent = await webhooks.waitFor(acknowledged);
    // Each kill may interrupt as many as were in flight.
    const maxDoubled = 4 * kills;
    const problems = [
      ...sent.missing.map((key) => `a webhook about ${key} never arrived`),
      ...(sent.doubled > maxDoubled ? [`${sent.doubled} webhooks were sent twice`] : []),
      ...(await findLostData(owner, writes)),
      ...(await findBrokenPictures(server.url, writes)),
      ...delivered.problems,
    ];
    await server.stop();
    const { problems: leftovers, cleaned } = await cleanUp(env);
    problems.push(...leftovers);
    const times = readyTimes.toSorted((a, b) => a - b).map(Math.round);
    const slowest = times.at(-1) ?? 0;
    if (slowest > maxReadyMs) {
      const slowCount = times.filter((time) => time > maxReadyMs).length;
      problems.push(
        `ready after ${slowest} ms, ${slowCount} of ${times.length} starts took over 2 s`,
      );
    }
    const pictures = writes.pictures.filter(({ isAcknowledged }) => isAcknowledged).length;
    return outcome(
      problems,
      `${kills} kills: ${acknowledged.length} leads and ${pictures} pictures acknowledged, 0 lost; ${delivered.mails} emails, ${delivered.doubled} sent twice; ${sent.total} webhooks, ${sent.doubled} sent twice; ${cleaned} incomplete pictures cleaned up; ready in ${times[times.length >> 1]} ms (median), ${slowest} ms at most`,
    );
  },
} satisfies Fault;
