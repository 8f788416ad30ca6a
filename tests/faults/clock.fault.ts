import { ApiClient } from '../api-client';
import { startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';

const hour = 3_600_000;

/** Has a server's clock go wrong: faketime does the same for a whole process, where it is there. */
const shifted = (milliseconds: number) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `const D=Date,by=${milliseconds};globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+by)}static now(){return D.now()+by}};`,
  )}`;

export default {
  name: 'clock',
  promise: 'A clock an hour or a year off: no session lives longer, no limit is lost or lasts',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, afterwards }) {
    const env = await newDatabase();
    const wrong: string[] = [];
    let url = '';
    let stop = async (): Promise<unknown> => undefined;
    // One port, so that the clients keep their cookies over the restarts.
    const startAt = async (shift: number, port?: number) => {
      await stop();
      const server = await startServer({
        ...env,
        NODE_OPTIONS: shifted(shift),
        ...(port && { PORT: String(port) }),
      });
      afterwards(() => server.kill());
      stop = server.stop;
      url = server.url;
      return server.port;
    };
    const port = await startAt(0);
    const owner = new ApiClient(url);
    await owner.signIn(adminPassword);
    const isIn = async () => (await owner.get('/api/leads')).status === 200;
    for (const [name, shift, expected] of [
      ['an hour ahead', hour, true],
      ['a year ahead', 8_760 * hour, false],
      ['a year back', -8_760 * hour, false],
    ] as const) {
      await startAt(shift, port);
      if ((await isIn()) !== expected)
        wrong.push(`${name}: the session is ${expected ? 'lost' : 'open'}`);
      const guess = () => new ApiClient(url).post('/api/auth/admin/login', { password: 'wrong' });
      const statuses: number[] = [];
      for (let tries = 0; tries < 7; tries += 1) statuses.push((await guess()).status);
      if (!statuses.includes(429)) wrong.push(`${name}: guesses are not limited`);
    }
    // What was locked in a wrong year is not locked in the right one (an hour ago is over as well).
    await startAt(0, port);
    const status = (
      await new ApiClient(url).post('/api/auth/admin/login', { password: adminPassword })
    ).status;
    if (status !== 200) wrong.push(`back in time: the owner is answered ${status}`);
    await stop();
    return outcome(wrong, 'an hour ahead, a year ahead, a year back, and right again');
  },
} satisfies Fault;
