import { existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { migrations } from '../../lib/migrate.server';
import { isLocalHost } from '../../lib/password-strength.server';
import '../outbox/outbox-store.server';
import { countUnreadableSecrets, unreadableSecret } from '../security/second-factor.server';
import { type Finding, note, ok, reasonOf, unsafe, wrong } from './finding';

/** Bytes of free space below which a busy week may fill the disk. */
const littleSpace = 500 * 1024 * 1024;

/** The data folder: there, ours alone, writable, with room. */
export async function examineFolder({ DATA_DIR }: Environment): Promise<Finding[]> {
  if (!existsSync(DATA_DIR))
    return [note(`${DATA_DIR} is not there yet: the first start makes it.`)];
  const findings: Finding[] = [];
  const probe = join(DATA_DIR, `.doctor-${process.pid}`);
  try {
    writeFileSync(probe, 'x', { mode: 0o600 });
    findings.push(ok(`${DATA_DIR} can be written to`));
  } catch (error) {
    findings.push(wrong(`${DATA_DIR} can't be written to: ${reasonOf(error)}`));
  } finally {
    rmSync(probe, { force: true });
  }
  // Windows has no such modes.
  const isOpen = process.platform !== 'win32' && (statSync(DATA_DIR).mode & 0o077) !== 0;
  if (isOpen) {
    findings.push(
      unsafe(`${DATA_DIR} can be read by other users of this machine: chmod 700 ${DATA_DIR}`),
    );
  }
  const { bavail, bsize } = statfsSync(DATA_DIR);
  const free = bavail * bsize;
  if (free < littleSpace) {
    findings.push(unsafe(`Only ${Math.round(free / 1024 ** 2)} MB are free for ${DATA_DIR}.`));
  }
  return findings;
}

async function examineContent(db: Database, environment: Environment): Promise<Finding[]> {
  const applied = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (applied.length === 0) return [note('The database is empty: the first start fills it.')];
  const rows = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const done = new Set(rows.rows.map(({ name }) => name));
  const open = Object.keys(migrations).filter((name) => !done.has(name));
  if (open.length > 0)
    return [note(`The next start brings the database up to date: ${open.length}.`)];
  const { confirmed } = await db
    .selectFrom('secondFactors')
    .select((eb) => eb.fn.count('confirmedAt').as('confirmed'))
    .executeTakeFirstOrThrow();
  const week = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString();
  const { failed } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll().as('failed'))
    .where('status', '=', 'failed')
    .where('createdAt', '>', week)
    .executeTakeFirstOrThrow();
  const unreadable = await countUnreadableSecrets({ db, environment }, { reseal: false });
  return [
    ...(unreadable > 0 ? [wrong(unreadableSecret)] : []),
    ...(environment.DATABASE_URL && !environment.SECRET_KEY
      ? [note('SECRET_KEY is not set: who reads the database can read the second factor’s secret.')]
      : []),
    Number(confirmed) > 0
      ? ok('The second factor is on')
      : note('The second factor is off: turn it on in the admin area, under Security.'),
    ...(Number(failed) > 0 ? [wrong(`${failed} deliveries of the last week were given up.`)] : []),
  ];
}

/** The database: there, sound, up to date, and spoken to in secret. */
export async function examineDatabase(environment: Environment): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const name = DATABASE_URL ? 'PostgreSQL' : 'The SQLite database';
  // Opening it would make one.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'crewbridge.db'))) return [];
  const findings: Finding[] = [];
  if (DATABASE_URL) {
    const { hostname, searchParams } = new URL(DATABASE_URL);
    const isSecret = ['require', 'verify-ca', 'verify-full'].includes(
      searchParams.get('sslmode') ?? '',
    );
    if (hostname && !isLocalHost(hostname) && !isSecret) {
      findings.push(
        note(`DATABASE_URL has no sslmode: what goes to ${hostname} can be read on its way.`),
      );
    }
  }
  let db: Database | undefined;
  try {
    db = await openDatabase(environment);
    await sql`select 1`.execute(db);
    findings.push(ok(`${name} answers`), ...(await examineContent(db, environment)));
  } catch (error) {
    findings.push(wrong(`${name} can't be used: ${reasonOf(error)}`));
  } finally {
    await db?.destroy();
  }
  return findings;
}
