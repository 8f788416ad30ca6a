import { startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';
import { fuzz } from './fuzzing';

export default {
  name: 'fuzz',
  promise: 'Whatever is sent to any route: no 5xx, no inner text, one error shape, no hang',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const runs = number('requests', 10_000);
    const server = await startServer(await newDatabase());
    afterwards(() => server.kill());
    const { wrong, seen, routes } = await fuzz(server.url, adminPassword, runs);
    if (!(await fetch(`${server.url}/healthz`)).ok) wrong.push('the server is not well afterwards');
    const counts = [...seen].toSorted(([a], [b]) => a - b).map(([code, n]) => `${code}: ${n}`);
    return outcome(wrong, `${runs} requests to ${routes} routes; ${counts.join(', ')}`);
  },
} satisfies Fault;
