import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { type Fault, outcome } from './fault';

export default {
  name: 'starts',
  guarantee:
    'Ten concurrent starts on an empty database: all serve, each migration is applied once, the generated password signs in',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag }) {
    const count = numberFlag('starts', 10);
    const env = { ...(await newDatabase()), ADMIN_PASSWORD: '', DEMO_CONTENT: 'true' };
    const problems: string[] = [];
    // First on the empty database, then on the one that the first round has left.
    for (const round of ['empty', 'old']) {
      const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)));
      const password = readFileSync(join(env.DATA_DIR, 'admin-password'), 'utf8').trim();
      const lists: string[] = [];
      // Sequentially: more than five concurrent sign-ins from one address count as guesses.
      for (const { url } of servers) {
        const api = new ApiClient(url);
        await api.signIn(password);
        lists.push(JSON.stringify((await api.get('/api/talents')).body));
      }
      if (new Set(lists).size !== 1) problems.push(`${round}: the servers show different content`);
      const names = (JSON.parse(lists[0] ?? '[]') as { name: string }[]).map(({ name }) => name);
      if (new Set(names).size !== names.length)
        problems.push(`${round}: demo content is duplicated`);
      const codes = await Promise.all(servers.map(async (server) => (await server.stop()).code));
      if (codes.some((code) => code !== 0)) problems.push(`${round}: exit codes ${codes.join()}`);
    }
    return outcome(problems, `${count} starts on an empty database, ${count} on an old one`);
  },
} satisfies Fault;
