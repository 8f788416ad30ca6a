import { join } from 'node:path';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { type Fault, outcome } from './fault';
import { additiveMigration, buildNewerRelease } from './newer-release';

const breaking = `
import type { Kysely } from 'kysely';
export const isCompatible = false;
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leads').renameColumn('message', 'text').execute();
}
`;

export default {
  name: 'rollback',
  guarantee:
    'A newer release migrates the database, then this release starts on it again: it serves when the migrations are compatible, and exits with one line when not',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, newFolder, startServer }) {
    const env = await newDatabase();
    const folder = newFolder('disk');
    const compatible = { '9998-additive': additiveMigration };
    const nextRelease = await buildNewerRelease(join(folder, 'next'), compatible);
    const releaseAfterNext = await buildNewerRelease(join(folder, 'after-next'), {
      ...compatible,
      '9999-breaking': breaking,
    });
    const problems: string[] = [];
    const sent: string[] = [];

    /** Starts a release, sends a lead and checks that all leads so far are listed. */
    async function useRelease(release: string, entry?: string): Promise<void> {
      const server = await startServer(env, entry === undefined ? {} : { entry });
      const api = new ApiClient(server.url);
      const companyName = `Sent to ${release}, ${sent.length}`;
      const { status } = await api.post('/api/leads', { ...sampleLead, companyName });
      if (status === 201) sent.push(companyName);
      else problems.push(`${release} responded to a lead with ${status}`);
      await api.signIn();
      const listed = (await api.get('/api/leads')).body as { companyName: string }[];
      const names = listed.map((lead) => lead.companyName).sort();
      if (names.join() !== sent.toSorted().join())
        problems.push(`${release} lists ${names.join()}`);
      const { code } = await server.stop();
      if (code !== 0) problems.push(`${release} exited with ${code}`);
    }

    await useRelease('this release');
    await useRelease('the next release', nextRelease);
    await useRelease('this release, rolled back to');
    await useRelease('the next release, again', nextRelease);

    const server = await startServer(env, { entry: releaseAfterNext });
    await server.stop();
    const rejected = await startServer(env, { wait: false });
    const { code } = await rejected.exited;
    const lines = rejected.messages().split('\n');
    if (code !== 1) problems.push(`the start on an incompatible database exited with ${code}`);
    if (lines.length !== 1 || !lines[0]?.includes('(9999-breaking)')) {
      problems.push(`it printed: ${lines.join(' / ')}`);
    }
    return outcome(
      problems,
      `${sent.length} leads through two alternating releases, none lost; an incompatible migration rejected in one line`,
    );
  },
} satisfies Fault;
