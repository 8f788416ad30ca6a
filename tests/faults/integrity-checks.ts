import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import sharp from 'sharp';
import { findReferencedPictures } from '../../src/app/feature-hooks.server';
import { createFolderStorage } from '../../src/foundation/media/storage.server';
import '../../src/foundation/media/store.server';
import { type Database, openDatabase, type Tables } from '../../src/db/database.server';
import { openPostgresPool } from '../../src/db/postgres/postgres-pool.server';
import { getWebpName } from '../../src/foundation/media/picture-renderer.server';
import { removeUnusedPictures } from '../../src/foundation/media/remove-unused-pictures.server';
import { pictureWidths } from '../../src/lib/picture-url';
import { type ApiClient, listAllLeads } from '../support/api-client';
import type { SmtpTestServer } from '../support/smtp';
import { toVisitorEmail, type Writes } from './write-load';

/** Finds acknowledged leads and reorders that are lost, duplicated or incomplete. */
export async function findLostData(api: ApiClient, { leads, stats }: Writes): Promise<string[]> {
  const problems: string[] = [];
  const listed = await listAllLeads(api);
  const stored = new Map(listed.map(({ id, companyName }) => [id, companyName]));
  for (const { id, key } of leads) {
    if (id !== undefined && stored.get(id) !== key) problems.push(`lost lead ${key}`);
  }
  if (new Set(listed.map(({ companyName }) => companyName)).size !== listed.length) {
    problems.push('a lead is stored twice');
  }
  const order = ((await api.get('/api/stats')).body as { id: string }[]).map(({ id }) => id);
  if (order.join() !== stats.join() && order.join() !== stats.toReversed().join()) {
    problems.push('a reorder is stored incompletely, or a stat is lost');
  }
  return problems;
}

/** Finds pictures of which only some files exist, and acknowledged ones that are missing. */
export async function findBrokenPictures(url: string, { pictures }: Writes): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, isAcknowledged } of pictures) {
    const files = [path, ...pictureWidths.map((width) => `${path}/${getWebpName(width)}`)];
    const states = await Promise.all(
      files.map(async (file) => {
        const response = await fetch(url + file);
        const bytes = Buffer.from(await response.arrayBuffer());
        if (response.status === 404) return 'absent';
        const isReadable = await sharp(bytes, { failOn: 'truncated' })
          .stats()
          .then(
            () => response.status === 200,
            () => false,
          );
        return isReadable ? 'complete' : 'broken';
      }),
    );
    if (new Set(states).size !== 1 || states[0] === 'broken')
      problems.push(`an incomplete picture: ${path}`);
    else if (isAcknowledged && states[0] === 'absent') problems.push(`a lost picture: ${path}`);
  }
  return problems;
}

/** Opens the database. For PostgreSQL not with `openDatabase`: its dynamic imports fail once the loader is closed. */
async function connectDatabase(
  env: { DATA_DIR: string } & Record<string, string>,
): Promise<Database> {
  const { DATABASE_URL } = env;
  if (DATABASE_URL === undefined) return openDatabase(env);
  const dialect = new PostgresDialect({ pool: openPostgresPool(DATABASE_URL) });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Expires what the kills left behind and runs the housekeeping. @returns what remains, as problems */
export async function cleanUp(
  env: Record<string, string> & { DATA_DIR: string },
): Promise<{ problems: string[]; cleaned: number }> {
  const root = join(env.DATA_DIR, 'pictures');
  const listFolders = () => (existsSync(root) ? readdirSync(root) : []);
  const db = await connectDatabase(env);
  try {
    const before = listFolders().length;
    await db
      .updateTable('pictures')
      .set({ expiresAt: new Date(0).toISOString() })
      .where('state', '!=', 'ready')
      .execute();
    await removeUnusedPictures({
      db,
      storage: createFolderStorage(root),
      findReferencedIds: findReferencedPictures,
    });
    const rows = await db.selectFrom('pictures').select(['id', 'state']).execute();
    const known = new Set(rows.map(({ id }) => id));
    return {
      cleaned: before - listFolders().length,
      problems: [
        ...rows
          .filter(({ state }) => state !== 'ready')
          .map(({ id }) => `left in the pictures table: ${id}`),
        ...listFolders()
          .filter((name) => !known.has(name))
          .map((name) => `left on the disk: ${name}`),
      ],
    };
  } finally {
    await db.destroy();
  }
}

/** Time until another process takes over the deliveries of a killed one, with some reserve. */
const leaseMs = 75_000;

/** Makes the held owner notifications due now instead of with the next summary. */
async function endSummaryHour(db: Database): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ dueAt: new Date(0).toISOString() })
    .where('status', '=', 'pending')
    .where('attempts', '=', 0)
    .where('heldAt', 'is not', null)
    .execute();
}

/**
 * Waits until every acknowledged lead has its confirmation email and the owner has been notified of it, one
 * by one or in a summary.
 * @param kills each kill may have caused one email to be sent twice
 */
export async function waitForMails(
  env: Parameters<typeof connectDatabase>[0],
  smtp: SmtpTestServer,
  { leads }: Writes,
  kills: number,
): Promise<{ problems: string[]; mails: number; doubled: number }> {
  const db = await connectDatabase(env);
  const acknowledged = leads.filter(({ id }) => id !== undefined).map(({ key }) => key);
  const deadline = Date.now() + leaseMs + 2 * 100 * acknowledged.length;
  try {
    for (;;) {
      await endSummaryHour(db);
      const mails = await smtp.received(0);
      const visitors = new Set(mails.map(({ to }) => to));
      const ownerText = mails
        .filter(({ to }) => to === 'owner@crew.example')
        .map(({ subject, text }) => `${subject}\n${text}`)
        .join('\n');
      const missing = acknowledged.filter(
        (key) => !visitors.has(toVisitorEmail(key)) || !ownerText.includes(`New lead: ${key}`),
      );
      if (missing.length > 0 && Date.now() < deadline) {
        await pause(500);
        continue;
      }
      const doubled = mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
      return {
        mails: mails.length,
        doubled,
        problems: [
          ...missing.map((key) => `an email about ${key} never arrived`),
          ...(doubled > kills ? [`${doubled} emails were sent twice`] : []),
        ],
      };
    }
  } finally {
    await db.destroy();
  }
}
