import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { operate } from '../support/operate';
import { query } from '../support/postgres-client';
import { sampleLead } from '../support/samples';
import { shareDatabase } from '../support/shared-database';
import { type Fault, type FaultContext, outcome } from './fault';

/** Backs up, restores and starts a site in a database that other applications use as well. */
async function checkSchema(
  schema: string,
  { newDatabase, newFolder, startServer }: FaultContext,
): Promise<{ problems: string[]; objects: number }> {
  const problems: string[] = [];
  const env = await newDatabase();
  const folder = newFolder();
  const file = join(folder, 'site.backup');
  const shared = await shareDatabase(env.DATABASE_URL ?? '', schema);
  const site = { ...env, DATABASE_URL: shared.siteUrl };
  const startSite = async () => {
    const process = await startServer(site);
    return process;
  };
  const runCommand = async (...args: string[]) => {
    const { code, output } = await operate(site, ...args);
    if (code !== 0) problems.push(`${schema}: ${args[0]} exited with ${code}: ${output.trim()}`);
  };
  const countLeads = async () => {
    const rows = await query(shared.siteUrl, `select count(*)::int as count from ${schema}.leads`);
    return Number(rows[0]?.count);
  };

  const server = await startSite();
  const ownTables = await shared.readOwnTables();
  const before = await shared.readForeignState(ownTables);
  const sendLead = () => new ApiClient(server.url).post('/api/leads', sampleLead);
  await sendLead();
  await runCommand('backup', file);
  await sendLead();
  const inUse = await operate(site, 'restore', file, '--force');
  if (inUse.code !== 1 || !/in use: \d+ connection/.test(inUse.output)) {
    problems.push(`${schema}: a restore under a running server: ${inUse.output.trim()}`);
  }
  await server.stop();
  await runCommand('restore', file, '--force');
  if ((await countLeads()) !== 1) problems.push(`${schema}: ${await countLeads()} leads restored`);
  await (await startSite()).stop();
  const after = await shared.readForeignState(ownTables);
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    problems.push(`${schema}: objects of other applications have changed`);
  }
  return { problems, objects: before.length };
}

export default {
  name: 'shared-schema',
  guarantee:
    'Backup, restore --force and start in a PostgreSQL database with tables of other applications, in public and in a separate schema: their objects do not change',
  engines: ['postgres'],
  async run(context) {
    const inPublic = await checkSchema('public', context);
    const inOwn = await checkSchema('site', context);
    return outcome(
      [...inPublic.problems, ...inOwn.problems],
      `${inPublic.objects} and ${inOwn.objects} objects of other applications unchanged; restore rejected while a server was connected`,
    );
  },
} satisfies Fault;
