import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { adminPassword, type Fault, outcome } from './fault';
import { fuzz } from './fuzzing';
import { harmOf } from './hostile-content';

export default {
  name: 'fuzz',
  promise:
    'Whatever is sent to any route: no 5xx, no inner text, one error shape, no hang; what is stored is text to each reader',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const runs = number('requests', 10_000);
    const smtp = await startSmtp();
    afterwards(() => smtp.close());
    const server = await startServer({
      ...(await newDatabase()),
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
    });
    afterwards(() => server.kill());
    const { wrong, seen, routes } = await fuzz(server.url, adminPassword, runs);
    if (!(await fetch(`${server.url}/healthz`)).ok) wrong.push('the server is not well afterwards');
    wrong.push(...(await harmOf(server.url, adminPassword, smtp)));
    const counts = [...seen].toSorted(([a], [b]) => a - b).map(([code, n]) => `${code}: ${n}`);
    return outcome(wrong, `${runs} requests to ${routes} routes; ${counts.join(', ')}`);
  },
} satisfies Fault;
