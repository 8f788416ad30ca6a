import { ApiClient } from '../api-client';
import { startServer } from '../server-process';
import { adminPassword, type Fault, outcome } from './fault';

export default {
  name: 'starts',
  promise: 'Ten starts at once on an empty database: all serve, each migration is applied once',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, number, afterwards }) {
    const count = number('starts', 10);
    const env = { ...(await newDatabase()), DEMO_CONTENT: 'true' };
    const wrong: string[] = [];
    // Twice: on the empty database, and on the one that is there by then.
    for (const round of ['empty', 'old']) {
      const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)));
      afterwards(() => Promise.all(servers.map((server) => server.kill())));
      const lists: string[] = [];
      // One after the other: more than five sign-ins under way from one address are taken for guesses.
      for (const { url } of servers) {
        const api = new ApiClient(url);
        await api.signIn(adminPassword);
        lists.push(JSON.stringify((await api.get('/api/talents')).body));
      }
      if (new Set(lists).size !== 1) wrong.push(`${round}: the servers show different content`);
      const titles = (JSON.parse(lists[0] ?? '[]') as { name: string }[]).map(({ name }) => name);
      if (new Set(titles).size !== titles.length) wrong.push(`${round}: demo content is doubled`);
      const codes = await Promise.all(servers.map(async (server) => (await server.stop()).code));
      if (codes.some((code) => code !== 0)) wrong.push(`${round}: exit codes ${codes.join()}`);
    }
    return outcome(wrong, `${count} starts on an empty database, ${count} on an old one`);
  },
} satisfies Fault;
