import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { seedDemoContent } from '../../src/app/seed-demo-content.server';
import { type Database, databaseFileName, openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { readMigrationState } from '../../src/db/migration-state.server';
import {
  BackupError,
  type BackupHeader,
  writeBackup,
} from '../../src/operations/backup/backup-file.server';
import { restore } from '../../src/operations/backup/restore.server';
import { readRows } from '../../src/operations/backup/site-entries.server';
import { inDays } from '../support/proposal-site';
import { samplePlan } from '../support/sample-plan';
import { sampleItems, sampleLead } from '../support/samples';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestApp, shareSite } from '../support/test-app';
import { createTestFolder, createTestSettings } from '../support/test-resources';
import { waitLimitMs } from '../support/time-limits';

/** Tables that a restore changes on purpose, because it ends all sessions and records that it did. */
const changedByRestore = ['sessions', 'known_devices', 'recovery_codes', 'security_events'];

/** Reads all rows of the site's tables in a form that is the same on both engines. */
async function readContent(db: Database) {
  const content: Record<string, unknown[]> = {};
  for await (const { table, row } of readRows(db, await readMigrationState(db))) {
    if (changedByRestore.includes(table)) continue;
    content[table] = [...(content[table] ?? []), row];
  }
  return content;
}

/** Starts a site with rows in its tables and a picture, and backs it up while it runs. */
async function createSiteWithBackup(engine = inject('engine')) {
  const site = await createTestApp({}, {}, { engine });
  await seedDemoContent(site.db);
  const inquiry = { ...sampleLead, message: 'ünïcödé\n"quotes" \\ 😀', plan: samplePlan };
  const { id } = (await site.visitor('POST', '/api/leads', inquiry)).json();
  const proposal = { plan: samplePlan, validUntil: inDays(7) };
  await site.admin('POST', `/api/leads/${id}/proposals`, proposal);
  // Otherwise the server does it after the backup.
  const pending = site.db.selectFrom('outbox').select('kind').where('status', '=', 'pending');
  await vi.waitFor(async () => expect(await pending.execute()).toEqual([]), waitLimitMs);
  const { DATA_DIR } = site.environment;
  mkdirSync(join(DATA_DIR, 'pictures/one'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'pictures/one/400.webp'), Buffer.from([0, 255, 10, 13]));
  return { site, ...(await createTemporaryBackup(site.environment)) };
}

async function openTarget(env: { DATA_DIR: string; DATABASE_URL?: string }) {
  const db = await openDatabase(env);
  onTestFinished(() => db.destroy());
  return db;
}

/** Lists the files of a data folder, without SQLite's. */
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(databaseFileName))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

/** The backup of a site, with what the site contained then: later its jobs may change it. */
const getBackup = shareSite(async () => {
  const { site, ...backup } = await createSiteWithBackup();
  const files = listFiles(site.environment.DATA_DIR);
  return { ...backup, files, content: await readContent(site.db) };
});

describe('a backup', () => {
  test('contains all rows and files, is readable only by its owner, and restores completely', async () => {
    const engine = inject('engine');
    const { file, counts, files, content } = getBackup();
    expect(counts.files).toBe(files.length);
    expect(counts.rows).toBeGreaterThan(20);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const env = await createTestSettings(engine);
    await restore(env, file, { force: false });
    const db = await openTarget(env);
    expect(await readContent(db)).toEqual(content);
    expect(listFiles(env.DATA_DIR)).toEqual(files);
    expect(readFileSync(join(env.DATA_DIR, 'pictures/one/400.webp'))).toEqual(
      Buffer.from([0, 255, 10, 13]),
    );
    await migrate(db);
    expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

/** Writes a copy of a backup with changed lines and a matching checksum. @returns its path */
function rewriteBackup(file: string, path: string, change: (lines: string[]) => string[]): string {
  const lines = change(
    gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1),
  );
  const body = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, gzipSync(`${body}${JSON.stringify({ lines: lines.length, sha256 })}\n`));
  return path;
}

describe('restore', () => {
  test('refuses to replace an existing database without --force, and any database that is in use', async () => {
    const engine = inject('engine');
    const { file, content } = getBackup();
    const target = await createTestApp();
    await target.visitor('POST', '/api/leads', sampleLead);
    const { environment } = target;
    await expect(restore(environment, file, { force: false })).rejects.toThrow(/--force/);
    expect((await target.admin('GET', '/api/leads')).json()).toHaveLength(1);
    // The running server would continue to write to the database that was replaced.
    await expect(restore(environment, file, { force: true })).rejects.toThrow(
      engine === 'sqlite' ? /in use/ : /in use: \d+ connections? of the site (is|are) open/,
    );
    expect((await target.visitor('POST', '/api/leads', sampleLead)).statusCode).toBe(201);
    // SQLite keeps a closed file open for a while within one process, so the rest is tested in
    // tests/process/restore.test.ts.
    if (engine === 'sqlite') return;
    await target.app.close();
    await target.db.destroy();
    const settings = { ...environment, BACKUP_PASSPHRASE: 'a passphrase for tests' };
    const { replacedFolder = '' } = await restore(settings, file, { force: true });
    expect(await readContent(await openTarget(environment))).toEqual(content);
    const replaced = readFileSync(join(replacedFolder, 'database.backup'), 'latin1');
    expect(replaced).toMatch(/^age-encryption/);
  });

  test('refuses a file that is truncated, altered, missing or not a backup', async () => {
    const { file, folder } = getBackup();
    const bytes = readFileSync(file);
    const lines = gunzipSync(bytes).toString().split('\n');
    const withoutLine = lines.toSpliced(5, 1).join('\n');
    const changed = lines.with(6, (lines[6] ?? '').replace(/[a-y]/, 'z')).join('\n');
    const encrypted = readFileSync('tests/support/fixtures/earlier-release-encrypted.backup');
    const brokenFiles = {
      truncated: bytes.subarray(0, bytes.length - 40),
      withoutLine: gzipSync(withoutLine),
      changed: gzipSync(changed),
      text: Buffer.from('not a backup'),
      empty: gzipSync(''),
      truncatedAge: encrypted.subarray(0, encrypted.length - 40),
      changedAge: Buffer.from(encrypted.map((byte, at) => (at === 1_000 ? byte ^ 1 : byte))),
      headOfAge: encrypted.subarray(0, 100),
    };
    const env = {
      ...(await createTestSettings(inject('engine'))),
      BACKUP_PASSPHRASE: 'a passphrase for tests',
    };
    for (const [name, content] of Object.entries(brokenFiles)) {
      const path = join(folder, name);
      writeFileSync(path, content);
      await expect(restore(env, path, { force: true }), name).rejects.toThrow(
        /damaged|can't be read|not a backup/,
      );
    }
    await expect(restore(env, join(folder, 'missing'), { force: true })).rejects.toThrow(
      /can't be read/,
    );
    expect(existsSync(join(env.DATA_DIR, 'crewbridge.db'))).toBe(false);
  });

  test.each([
    ['plain', 'earlier-release.backup', {}],
    [
      'encrypted',
      'earlier-release-encrypted.backup',
      { BACKUP_PASSPHRASE: 'a passphrase for tests' },
    ],
  ])('loads a backup that an earlier release has written (%s)', async (_, name, settings) => {
    const env = { ...(await createTestSettings(inject('engine'))), ...settings };
    await restore(env, join('tests/support/fixtures', name), { force: false });
    const db = await openTarget(env);
    const { leads, onboarding_packages, owner_settings } = await readContent(db);
    expect(leads).toMatchObject([
      { company_name: sampleLead.companyName, message: 'ünïcödé\n"quotes" \\ 😀' },
    ]);
    expect(onboarding_packages).toMatchObject([{ name: sampleItems.packages.name }]);
    expect(JSON.stringify(owner_settings)).toContain('(512) 555-0190');
    expect(readFileSync(join(env.DATA_DIR, 'pictures/one/400.webp'))).toEqual(
      Buffer.from([0, 255, 10, 13]),
    );
  });

  test('refuses a backup from a newer release', async () => {
    const { file, folder } = getBackup();
    const path = rewriteBackup(file, join(folder, 'newer'), (lines) => {
      const first = JSON.parse(lines[0] ?? '');
      const migrations = [...first.migrations, '9999-later'];
      return [JSON.stringify({ ...first, migrations }), ...lines.slice(1)];
    });
    const env = await createTestSettings(inject('engine'));
    await expect(restore(env, path, { force: false })).rejects.toThrow(/newer release/);
  });
});

describe('writeBackup', () => {
  const header: BackupHeader = {
    format: 'crewbridge-backup',
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations: [],
  };

  test('rethrows an error of its source unchanged, and throws a BackupError when the file cannot be written', async () => {
    const folder = createTestFolder();
    const connectionError = Object.assign(new Error('read ECONNRESET'), { syscall: 'read' });
    async function* failAfterOneFile() {
      yield { file: 'a', mode: 0o600, content: '' };
      throw connectionError;
    }
    await expect(writeBackup(join(folder, 'a'), header, failAfterOneFile())).rejects.toBe(
      connectionError,
    );
    async function* yieldNothing() {}
    const missing = join(folder, 'missing', 'a');
    await expect(writeBackup(missing, header, yieldNothing())).rejects.toThrow(BackupError);
    expect(readdirSync(folder)).toEqual([]);
  });
});

// A SQLite database can be created in any project, a PostgreSQL one only in its own.
if (inject('engine') === 'postgres') {
  describe('a backup', () => {
    test.each([
      ['postgres', 'sqlite'],
      ['sqlite', 'postgres'],
    ] as const)('from %s can be restored on %s', async (from, to) => {
      const { site, file } = await createSiteWithBackup(from);
      const env = await createTestSettings(to);
      await restore(env, file, { force: false });
      const content = await readContent(await openTarget(env));
      expect(content.leads).toHaveLength(1);
      expect(content).toEqual(await readContent(site.db));
    });
  });

  describe('restore --force on PostgreSQL', () => {
    test('leaves the database and the files unchanged when it fails half-way', async () => {
      const { site, file, folder } = await createSiteWithBackup();
      const path = rewriteBackup(file, join(folder, 'invalid'), (lines) =>
        lines.map((line) =>
          line.startsWith('{"table":"leads"')
            ? line.replace(/"email":"[^"]*"/, '"email":null')
            : line,
        ),
      );
      await site.app.close();
      await site.db.destroy();
      const before = await openTarget(site.environment);
      const content = await readContent(before);
      await before.destroy();
      await expect(restore(site.environment, path, { force: true })).rejects.toThrow(/email/);
      expect(await readContent(await openTarget(site.environment))).toEqual(content);
      const { DATA_DIR } = site.environment;
      expect(existsSync(join(DATA_DIR, 'pictures/one/400.webp'))).toBe(true);
      expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('before-'))).toEqual([]);
    });

    test('detects a connected server by the application_name of either database URL', async () => {
      const { site, file } = await createSiteWithBackup();
      const buildDatabaseUrl = (name: string) => {
        const url = new URL(site.environment.DATABASE_URL ?? '');
        url.searchParams.set('application_name', name);
        return url.href;
      };
      await site.app.close();
      await site.db.destroy();
      const server = await openDatabase({
        ...site.environment,
        DATABASE_URL: buildDatabaseUrl('mysite'),
      });
      onTestFinished(() => server.destroy());
      await server.selectFrom('users').select('id').execute();
      const settings = { ...site.environment, DATABASE_URL: buildDatabaseUrl('direct') };
      const options = { force: true, serverUrl: buildDatabaseUrl('mysite') };
      await expect(restore(settings, file, options)).rejects.toThrow('The database is in use');
      expect(await server.selectFrom('leads').select('id').execute()).toHaveLength(1);
    });
  });
}
