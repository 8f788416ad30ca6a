import { join } from 'node:path';
import { ApiClient } from '../api-client';
import { operate } from '../operate';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import {
  addForeignObjects,
  readForeignState,
  readTables,
  withClient,
  withOwnSchema,
} from '../shared-database';
import { temporaryFolder } from '../temporary-folder';
import { type Fault, type FaultContext, outcome } from './fault';

/** Backs up, replaces and starts a site in a database that others use as well. */
async function tryIn(
  schema: string,
  { newDatabase, afterwards }: FaultContext,
): Promise<{ wrong: string[]; objects: number }> {
  const wrong: string[] = [];
  const env = await newDatabase();
  const { DATABASE_URL: shared = '' } = env;
  const folder = temporaryFolder();
  afterwards(() => folder.remove());
  const file = join(folder.path, 'site.backup');
  await addForeignObjects(shared);
  const foreign = await readTables(shared, schema);
  const site = {
    ...env,
    DATABASE_URL: schema === 'public' ? shared : await withOwnSchema(shared, schema),
  };
  const start = async () => {
    const server = await startServer(site);
    afterwards(() => server.kill());
    return server;
  };
  const run = async (...args: string[]) => {
    const { code, output } = await operate(site, ...args);
    if (code !== 0) wrong.push(`${schema}: ${args[0]} ended with ${code}: ${output.trim()}`);
  };
  const countLeads = () =>
    withClient(shared, async (client) => {
      const { rows } = await client.query(`select count(*)::int as count from ${schema}.leads`);
      return Number(rows[0]?.count);
    });

  const first = await start();
  const own = (await readTables(shared, schema)).filter((name) => !foreign.includes(name));
  const before = await readForeignState(shared, schema, own);
  const send = () => new ApiClient(first.url).post('/api/leads', sampleLead);
  await send();
  await run('backup', file);
  await send();
  const inUse = await operate(site, 'restore', file, '--force');
  if (inUse.code !== 1 || !/in use: \d+ connection/.test(inUse.output)) {
    wrong.push(`${schema}: a restore under a running server: ${inUse.output.trim()}`);
  }
  await first.stop();
  await run('restore', file, '--force');
  if ((await countLeads()) !== 1) wrong.push(`${schema}: ${await countLeads()} leads restored`);
  await (await start()).stop();
  const after = await readForeignState(shared, schema, own);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    wrong.push(`${schema}: something of other applications has changed`);
  }
  return { wrong, objects: before.length };
}

export default {
  name: 'shared-schema',
  promise:
    'Backup, restore --force and start in a PostgreSQL database with other applications’ tables, in public and in a schema of its own: nothing of theirs changes',
  engines: ['postgres'],
  async run(context) {
    const inPublic = await tryIn('public', context);
    const inOwn = await tryIn('site', context);
    return outcome(
      [...inPublic.wrong, ...inOwn.wrong],
      `${inPublic.objects} and ${inOwn.objects} objects of others unchanged; refused while a server was connected`,
    );
  },
} satisfies Fault;
