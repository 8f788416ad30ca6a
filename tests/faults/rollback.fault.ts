import { join } from 'node:path';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { adminPassword, type Fault, outcome } from './fault';
import { buildNewerRelease } from './newer-release';

const additive = `
import type { Kysely } from 'kysely';
export const tables = ['later_things'];
export const isCompatible = true;
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('later_things').addColumn('id', 'text').execute();
  await db.schema.alterTable('leads').addColumn('later', 'text').execute();
}
`;

const breaking = `
import type { Kysely } from 'kysely';
export const isCompatible = false;
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leads').renameColumn('message', 'text').execute();
}
`;

export default {
  name: 'rollback',
  promise:
    'A newer release migrates the database and this one is started on it again: it serves when the migrations are compatible, and refuses with one line when not',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, afterwards }) {
    const env = await newDatabase();
    const folder = temporaryFolder('disk');
    afterwards(() => folder.remove());
    const compatible = { '9998-additive': additive };
    const next = await buildNewerRelease(join(folder.path, 'next'), compatible);
    const afterNext = await buildNewerRelease(join(folder.path, 'after-next'), {
      ...compatible,
      '9999-breaking': breaking,
    });
    const wrong: string[] = [];
    const sent: string[] = [];

    /** Starts a release, sends a lead, and looks whether all leads so far are listed. */
    async function use(release: string, entry?: string): Promise<void> {
      const server = await startServer(env, entry === undefined ? {} : { entry });
      afterwards(() => server.kill());
      const api = new ApiClient(server.url);
      const companyName = `Sent to ${release}, ${sent.length}`;
      const { status } = await api.post('/api/leads', { ...sampleLead, companyName });
      if (status === 201) sent.push(companyName);
      else wrong.push(`${release} answered ${status} to a lead`);
      await api.signIn(adminPassword);
      const listed = (await api.get('/api/leads')).body as { companyName: string }[];
      const names = listed.map((lead) => lead.companyName).sort();
      if (names.join() !== sent.toSorted().join()) wrong.push(`${release} lists ${names.join()}`);
      const { code } = await server.stop();
      if (code !== 0) wrong.push(`${release} ended with ${code}`);
    }

    await use('this release');
    await use('the next release', next);
    await use('this release, rolled back to');
    await use('the next release, again', next);

    const server = await startServer(env, { entry: afterNext });
    await server.stop();
    const refused = await startServer(env, { wait: false });
    const { code } = await refused.exited;
    const lines = refused.output().trim().split('\n');
    if (code !== 1) wrong.push(`the start on an incompatible database ended with ${code}`);
    if (lines.length !== 1 || !lines[0]?.includes('(9999-breaking)')) {
      wrong.push(`it was refused with: ${lines.join(' / ')}`);
    }
    return outcome(
      wrong,
      `${sent.length} leads by two releases in turn, none lost; an incompatible migration refused in one line`,
    );
  },
} satisfies Fault;
