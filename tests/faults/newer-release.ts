import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from '../support/copy-repository';
import { runNode } from '../support/operate';

/** The source text of a migration with which this release can work. */
export const additiveMigration = `
import type { Kysely } from 'kysely';
export const tables = ['later_things'];
export const isCompatible = true;
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('later_things').addColumn('id', 'text').execute();
  await db.schema.alterTable('leads').addColumn('later', 'text').execute();
}
`;

/**
 * Builds a newer release: the same site with more migrations.
 * @param folder the build folder
 * @param migrations source texts by migration name
 * @returns the path of the built server
 * @throws when the build fails
 */
export async function buildNewerRelease(
  folder: string,
  migrations: Readonly<Record<string, string>>,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  copyRepository(folder);
  for (const [name, text] of Object.entries(migrations)) {
    writeFileSync(join(folder, 'migrations', `${name}.ts`), text);
  }
  const { code, output } = await runNode(folder, {}, join(folder, 'scripts/build.mjs'));
  if (code !== 0) throw new Error(`The newer release could not be built. ${output}`);
  return join(folder, 'dist/server/main.server.js');
}
