import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import sharp from 'sharp';
import { referredPictures } from '../../src/app/picture-references.server';
import { folderStorage } from '../../src/features/pictures/picture-storage.server';
import '../../src/features/pictures/picture-store.server';
import { webpName } from '../../src/features/pictures/rendering.server';
import { removeUnusedPictures } from '../../src/features/pictures/unused-pictures.server';
import { type Database, openDatabase, type Tables } from '../../src/lib/database.server';
import { pictureWidths } from '../../src/lib/picture-address';
import { openPostgresPool } from '../../src/lib/postgres-pool.server';
import type { ApiClient } from '../api-client';
import type { SmtpTestServer } from '../smtp';
import { addressOf, type Written } from './written';

/** All leads, page by page. */
async function leadsOf(api: ApiClient): Promise<{ id: string; companyName: string }[]> {
  const leads: { id: string; companyName: string }[] = [];
  let next: string | undefined = '/api/leads?limit=500';
  while (next) {
    const { body, headers } = await api.get(next);
    leads.push(...(body as typeof leads));
    next = /^<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  return leads;
}

/** What of the acknowledged leads and reorders is lost, doubled or half done. */
export async function missingOf(api: ApiClient, { leads, stats }: Written): Promise<string[]> {
  const wrong: string[] = [];
  const listed = await leadsOf(api);
  const stored = new Map(listed.map(({ id, companyName }) => [id, companyName]));
  for (const { id, key } of leads) {
    if (id !== undefined && stored.get(id) !== key) wrong.push(`lost lead ${key}`);
  }
  if (new Set(listed.map(({ companyName }) => companyName)).size !== listed.length) {
    wrong.push('a lead is stored twice');
  }
  const order = ((await api.get('/api/stats')).body as { id: string }[]).map(({ id }) => id);
  if (order.join() !== stats.join() && order.join() !== stats.toReversed().join()) {
    wrong.push('half of a reorder is stored, or a stat is lost');
  }
  return wrong;
}

/** Each picture is there in all its files, or not there at all; the acknowledged ones are. */
export async function brokenPictures(url: string, { pictures }: Written): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, isAcknowledged } of pictures) {
    const files = [path, ...pictureWidths.map((width) => `${path}/${webpName(width)}`)];
    const answers = await Promise.all(
      files.map(async (file) => {
        const answer = await fetch(url + file);
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status === 404) return 'absent';
        const isShown = await sharp(bytes, { failOn: 'truncated' })
          .stats()
          .then(
            () => answer.status === 200,
            () => false,
          );
        return isShown ? 'whole' : 'half';
      }),
    );
    if (new Set(answers).size !== 1 || answers[0] === 'half') wrong.push(`a half picture: ${path}`);
    else if (isAcknowledged && answers[0] === 'absent') wrong.push(`a lost picture: ${path}`);
  }
  return wrong;
}

/** Not `openDatabase` for both: what that loads on demand can't be loaded any more in a fault. */
async function databaseOf(env: { DATA_DIR: string } & Record<string, string>): Promise<Database> {
  const { DATABASE_URL } = env;
  if (DATABASE_URL === undefined) return openDatabase(env);
  const dialect = new PostgresDialect({ pool: openPostgresPool(DATABASE_URL) });
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Lets the housekeeping go over what the kills left, as if its time had come. @returns what stays behind */
export async function leftovers(
  env: Record<string, string> & { DATA_DIR: string },
): Promise<{ wrong: string[]; cleaned: number }> {
  const root = join(env.DATA_DIR, 'pictures');
  const folders = () => (existsSync(root) ? readdirSync(root) : []);
  const db = await databaseOf(env);
  try {
    const before = folders().length;
    await db
      .updateTable('pictures')
      .set({ expiresAt: new Date(0).toISOString() })
      .where('state', '!=', 'ready')
      .execute();
    await removeUnusedPictures({ db, storage: folderStorage(root), referred: referredPictures });
    const rows = await db.selectFrom('pictures').select(['id', 'state']).execute();
    const known = new Set(rows.map(({ id }) => id));
    return {
      cleaned: before - folders().length,
      wrong: [
        ...rows
          .filter(({ state }) => state !== 'ready')
          .map(({ id }) => `left in the table: ${id}`),
        ...folders()
          .filter((name) => !known.has(name))
          .map((name) => `left on the disk: ${name}`),
      ],
    };
  } finally {
    await db.destroy();
  }
}

/** Milliseconds after which another process takes over what a killed one was delivering, and some more. */
const leaseAndPoll = 75_000;

/** Ends the hour that the mails to the owner wait for, when they are too many to be sent one by one. */
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
 * Waits until each acknowledged lead's mail to the visitor is out, and the owner was told of it: by a mail
 * of its own or by a summary.
 * @param kills each may have doubled the one mail that was on its way
 */
export async function missingMails(
  env: Parameters<typeof databaseOf>[0],
  smtp: SmtpTestServer,
  written: Written,
  kills: number,
): Promise<{ wrong: string[]; mails: number; doubled: number }> {
  const db = await databaseOf(env);
  try {
    return await findMissingMails(db, smtp, written, kills);
  } finally {
    await db.destroy();
  }
}

async function findMissingMails(
  db: Database,
  smtp: SmtpTestServer,
  { leads }: Written,
  kills: number,
): Promise<{ wrong: string[]; mails: number; doubled: number }> {
  const awaited = leads.filter(({ id }) => id !== undefined).map(({ key }) => key);
  const deadline = Date.now() + leaseAndPoll + 2 * 100 * awaited.length;
  for (;;) {
    await endSummaryHour(db);
    const mails = await smtp.received(0);
    const visitors = new Set(mails.map(({ to }) => to));
    const told = mails
      .filter(({ to }) => to === 'owner@crew.example')
      .map(({ subject, text }) => `${subject}\n${text}`)
      .join('\n');
    const missing = awaited.filter(
      (key) => !visitors.has(addressOf(key)) || !told.includes(`New lead: ${key}`),
    );
    if (missing.length > 0 && Date.now() < deadline) {
      await pause(500);
      continue;
    }
    const doubled = mails.length - new Set(mails.map(({ messageId }) => messageId)).size;
    return {
      mails: mails.length,
      doubled,
      wrong: [
        ...missing.map((key) => `a mail about ${key} never came`),
        ...(doubled > kills ? [`${doubled} mails came twice`] : []),
      ],
    };
  }
}
