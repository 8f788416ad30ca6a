import { setTimeout as pause } from 'node:timers/promises';
import { samplePicture } from '../pictures';
import { sampleItems } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { adminPassword, type Fault, outcome } from './fault';
import { brokenPictures, leftovers, missingMails, missingOf } from './whole';
import { signedIn, type Written, writeUntilKilled } from './written';

const writers = 6;

/** Milliseconds from the start of a process until it answers. */
const readyBound = 2_000;

export default {
  name: 'kills',
  promise:
    'Killed at any moment of leads, status changes, reorders, uploads and deliveries: nothing acknowledged is lost, halved or doubled, ready again within 2 s',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const kills = number('kills', 200);
    const smtp = await startSmtp();
    afterwards(() => smtp.close());
    const env = {
      ...(await newDatabase()),
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
    };
    const picture = await samplePicture('jpeg', { width: 400, height: 300 });
    const written: Written = { leads: [], pictures: [], stats: [] };
    const readyAfter: number[] = [];
    const start = async () => {
      const started = performance.now();
      const server = await startServer(env);
      await fetch(`${server.url}/healthz`);
      afterwards(() => server.kill());
      return { server, took: performance.now() - started };
    };
    for (let round = 0; round < kills; round += 1) {
      const { server, took } = await start();
      if (round > 0) readyAfter.push(took);
      const owner = await signedIn(server.url, adminPassword);
      if (round === 0) {
        for (let made = 0; made < 4; made += 1) await owner.post('/api/stats', sampleItems.stats);
        const { body } = await owner.get('/api/stats');
        written.stats = (body as { id: string }[]).map(({ id }) => id);
      }
      const writing = writeUntilKilled(owner, server.url, written, { writers, picture });
      await pause(30 + Math.random() * 700);
      await server.kill('SIGKILL');
      await writing;
    }
    const { server, took } = await start();
    readyAfter.push(took);
    const owner = await signedIn(server.url, adminPassword);
    const delivered = await missingMails(env, smtp, written, kills);
    const wrong = [
      ...(await missingOf(owner, written)),
      ...(await brokenPictures(server.url, written)),
      ...delivered.wrong,
    ];
    await server.stop();
    const { wrong: left, cleaned } = await leftovers(env);
    wrong.push(...left);
    const times = readyAfter.toSorted((a, b) => a - b).map(Math.round);
    const slowest = times.at(-1) ?? 0;
    if (slowest > readyBound) {
      const slow = times.filter((time) => time > readyBound).length;
      wrong.push(`ready after ${slowest} ms, ${slow} of ${times.length} times over 2 s`);
    }
    const leads = written.leads.filter(({ id }) => id !== undefined).length;
    const pictures = written.pictures.filter(({ isAcknowledged }) => isAcknowledged).length;
    return outcome(
      wrong,
      `${kills} kills: ${leads} leads and ${pictures} pictures acknowledged, 0 lost; ${delivered.mails} mails, ${delivered.doubled} twice; ${cleaned} half pictures cleaned up; ready in ${times[times.length >> 1]} ms (median), ${slowest} ms at most`,
    );
  },
} satisfies Fault;
