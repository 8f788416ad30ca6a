import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { startStripe } from '../stripe';
import { adminPassword, type Fault, outcome } from './fault';
import { fuzz, webhookSecrets } from './fuzzing';
import { harmOf } from './hostile-content';

export default {
  name: 'fuzz',
  promise:
    'Whatever is sent to any route, page or form: no 5xx, no inner text, one error shape, no hang; what is stored is text to each reader',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const runs = number('requests', 10_000);
    const smtp = await startSmtp();
    afterwards(() => smtp.close());
    const stripe = await startStripe();
    afterwards(() => stripe.close());
    const server = await startServer({
      ...(await newDatabase()),
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      ...stripe.settings,
      ...webhookSecrets,
      TRUST_PROXY: '127.0.0.1',
    });
    afterwards(() => server.kill());
    // 0 stands for a new one; the line below names it, so that the same requests can be sent again.
    const given = number('seed', 0) || undefined;
    const { wrong, seen, seed, routes } = await fuzz(server.url, adminPassword, {
      runs,
      seed: given,
    });
    for (const one of wrong) process.stderr.write(`${one}\n`);
    if (!(await fetch(`${server.url}/healthz`)).ok) wrong.push('the server is not well afterwards');
    wrong.push(...(await harmOf(server.url, adminPassword, smtp)));
    const counts = [...seen].toSorted(([a], [b]) => a - b).map(([code, n]) => `${code}: ${n}`);
    return outcome(
      wrong,
      `${runs} requests to ${routes.length} routes, seed ${seed}; ${counts.join(', ')}`,
    );
  },
} satisfies Fault;
