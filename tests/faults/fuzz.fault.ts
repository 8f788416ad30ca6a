import { startSmtp } from '../support/smtp';
import { startStripe } from '../support/stripe';
import { type Fault, outcome } from './fault';
import { fuzz, webhookSecrets } from './fuzzing';

export default {
  name: 'fuzz',
  guarantee:
    'Random requests to every route, page and form: no 5xx, no leaked internals, one error shape, no hang; hostile text is escaped in every page',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag, onCleanup }) {
    const runs = numberFlag('requests', 20_000);
    const smtp = await startSmtp();
    onCleanup(() => smtp.close());
    const stripe = await startStripe();
    onCleanup(() => stripe.close());
    const server = await startServer({
      ...(await newDatabase()),
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      ...stripe.settings,
      ...webhookSecrets,
      TRUST_PROXY: '127.0.0.1',
    });
    // 0 means a new seed; the summary prints it, so that the same requests can be repeated.
    const givenSeed = numberFlag('seed', 0) || undefined;
    const {
      wrong: problems,
      seen,
      seed,
      routes,
    } = await fuzz(server.url, { runs, seed: givenSeed });
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    if (!(await fetch(`${server.url}/healthz`)).ok) problems.push('/healthz is not 200 afterwards');
    const statusCounts = [...seen]
      .toSorted(([a], [b]) => a - b)
      .map(([code, count]) => `${code}: ${count}`);
    return outcome(
      problems,
      `${runs} requests to ${routes.length} routes, seed ${seed}; ${statusCounts.join(', ')}`,
    );
  },
} satisfies Fault;
