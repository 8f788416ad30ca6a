import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { fillWithDemoContent } from '../../src/app/demo-content.server';
import { backUp } from '../../src/features/backup/backup.server';
import {
  BackupError,
  type BackupHeader,
  checkBackup,
  writeBackup,
} from '../../src/features/backup/backup-file.server';
import { restore } from '../../src/features/backup/restore.server';
import { rawDatabase, rowsOf, tablesInOrder } from '../../src/features/backup/tables.server';
import { type Database, openDatabase } from '../../src/lib/database.server';
import { migrate } from '../../src/lib/migrate.server';
import { readMigrationState } from '../../src/lib/migration-state.server';
import { sampleLead } from '../samples';
import { temporaryFolder } from '../temporary-folder';
import { testApp } from '../test-app';
import { createTestDatabase } from '../test-database';

type Engine = 'sqlite' | 'postgres';

/** What a restore changes on purpose: who is signed in, and the record of that. */
const changedByRestore = ['sessions', 'known_devices', 'recovery_codes', 'security_events'];

/** All rows of the site's tables, as both engines would have them. */
async function readContent(db: Database) {
  const state = await readMigrationState(db);
  const raw = rawDatabase(db, state.schema);
  const content: Record<string, unknown[]> = {};
  for (const table of await tablesInOrder(db, state)) {
    if (changedByRestore.includes(table.name)) continue;
    const rows = [];
    for await (const row of rowsOf(raw, table)) rows.push(row);
    content[table.name] = rows;
  }
  return content;
}

/** A site with something in every corner, and a backup of it, made while it runs. */
async function backedUpSite() {
  const site = await testApp();
  await fillWithDemoContent(site.db);
  await site.visitor('POST', '/api/leads', { ...sampleLead, message: 'ünïcödé\n"quotes" \\ 😀' });
  const { DATA_DIR } = site.environment;
  mkdirSync(join(DATA_DIR, 'pictures/one'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'pictures/one/400.webp'), Buffer.from([0, 255, 10, 13]));
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = join(folder.path, 'site.backup');
  const counts = await backUp(site.environment, file);
  return { site, file, folder: folder.path, counts };
}

async function emptyTarget(engine: Engine) {
  const target = await createTestDatabase(engine);
  onTestFinished(() => target.drop());
  return target.env;
}

async function openTarget(env: { DATA_DIR: string; DATABASE_URL?: string }) {
  const db = await openDatabase(env);
  onTestFinished(() => db.destroy());
  return db;
}

test('a backup has all rows and files, is for its owner alone, and comes back whole', async () => {
  const engine = inject('engine');
  const { site, file, counts } = await backedUpSite();
  expect(counts.files).toBe(1);
  expect(counts.rows).toBeGreaterThan(20);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const env = await emptyTarget(engine);
  await restore(env, file, { force: false });
  const db = await openTarget(env);
  expect(await readContent(db)).toEqual(await readContent(site.db));
  expect(readFileSync(join(env.DATA_DIR, 'pictures/one/400.webp'))).toEqual(
    Buffer.from([0, 255, 10, 13]),
  );
  await migrate(db);
  expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a backup of the one engine can be restored on the other', async () => {
  const engine = inject('engine');
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
  if (other === 'postgres') return;
  const { site, file } = await backedUpSite();
  const env = await emptyTarget(other);
  await restore(env, file, { force: false });
  const db = await openTarget(env);
  expect(await readContent(db)).toEqual(await readContent(site.db));
});

/** Writes a backup with other lines and the checksum that they have. @returns its path */
function rewriteBackup(file: string, path: string, change: (lines: string[]) => string[]): string {
  const lines = change(
    gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1),
  );
  const body = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, gzipSync(`${body}${JSON.stringify({ lines: lines.length, sha256 })}\n`));
  return path;
}

describe('a restore is refused', () => {
  test('where there is a database already, unless it is told to replace it', async () => {
    const engine = inject('engine');
    const { site, file } = await backedUpSite();
    const target = await testApp();
    await target.visitor('POST', '/api/leads', sampleLead);
    const { environment } = target;
    await expect(restore(environment, file, { force: false })).rejects.toThrow(/--force/);
    expect((await target.admin('GET', '/api/leads')).json()).toHaveLength(1);
    // The running server would go on writing into what was replaced.
    await expect(restore(environment, file, { force: true })).rejects.toThrow(
      engine === 'sqlite' ? /in use/ : /in use: \d+ connections? of the site (is|are) open/,
    );
    expect((await target.visitor('POST', '/api/leads', sampleLead)).statusCode).toBe(201);
    // In one process SQLite keeps a closed file open for a while: see tests/process/restore.test.ts.
    if (engine === 'sqlite') return;
    await target.app.close();
    await target.db.destroy();
    await restore(environment, file, { force: true });
    const db = await openTarget(environment);
    expect(await readContent(db)).toEqual(await readContent(site.db));
  });

  test('from a file that is cut off, changed, or something else', async () => {
    const { file, folder } = await backedUpSite();
    const bytes = readFileSync(file);
    const lines = gunzipSync(bytes).toString().split('\n');
    const without = lines.toSpliced(5, 1).join('\n');
    const changed = lines.with(6, (lines[6] ?? '').replace(/[a-y]/, 'z')).join('\n');
    const broken = {
      cut: bytes.subarray(0, bytes.length - 40),
      without: gzipSync(without),
      changed: gzipSync(changed),
      text: Buffer.from('not a backup'),
      empty: gzipSync(''),
    };
    const env = await emptyTarget(inject('engine'));
    for (const [name, content] of Object.entries(broken)) {
      const path = join(folder, name);
      writeFileSync(path, content);
      await expect(restore(env, path, { force: true }), name).rejects.toThrow(
        /damaged|can't be read|no backup/,
      );
    }
    await expect(checkBackup(join(folder, 'missing'))).rejects.toThrow(/can't be read/);
    expect(existsSync(join(env.DATA_DIR, 'crewbridge.db'))).toBe(false);
  });

  test('when the backup is of a newer release', async () => {
    const { file, folder } = await backedUpSite();
    const path = rewriteBackup(file, join(folder, 'newer'), (lines) => {
      const first = JSON.parse(lines[0] ?? '');
      const migrations = [...first.migrations, '9999-later'];
      return [JSON.stringify({ ...first, migrations }), ...lines.slice(1)];
    });
    const env = await emptyTarget(inject('engine'));
    await expect(restore(env, path, { force: false })).rejects.toThrow(/newer release/);
  });

  test('half-way, and leaves the PostgreSQL database and the files as they were', async () => {
    if (inject('engine') === 'sqlite') return;
    const { site, file, folder } = await backedUpSite();
    const path = rewriteBackup(file, join(folder, 'unfit'), (lines) =>
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
    expect(existsSync(join(site.environment.DATA_DIR, 'pictures/one/400.webp'))).toBe(true);
  });
});

describe('a backup of a data folder that is a volume of its own', () => {
  test('leaves out lost+found at its top, and nothing of that name below', async () => {
    const { environment } = await testApp();
    const { DATA_DIR } = environment;
    for (const name of ['lost+found', 'pictures/lost+found']) {
      mkdirSync(join(DATA_DIR, name), { recursive: true });
      writeFileSync(join(DATA_DIR, name, 'file'), 'x');
    }
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'site.backup');
    await backUp(environment, file);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain('"file":"pictures/lost+found/file"');
    expect(text).not.toContain('"file":"lost+found/file"');
  });
});

describe('writeBackup', () => {
  const header: BackupHeader = {
    format: 'crewbridge-backup',
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations: [],
  };

  test('passes on an error of what it reads, and blames the file for its own alone', async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const lost = Object.assign(new Error('read ECONNRESET'), { syscall: 'read' });
    async function* breakOff() {
      yield { file: 'a', mode: 0o600, content: '' };
      throw lost;
    }
    await expect(writeBackup(join(folder.path, 'a'), header, breakOff())).rejects.toBe(lost);
    async function* readNothing() {}
    const missing = join(folder.path, 'missing', 'a');
    await expect(writeBackup(missing, header, readNothing())).rejects.toThrow(BackupError);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});

// SQLite has no sessions to be seen.
if (inject('engine') === 'postgres')
  describe('restore --force on PostgreSQL', () => {
    test('sees servers under the name that either address gives them', async () => {
      const { site, file } = await backedUpSite();
      const address = (name: string) => {
        const url = new URL(site.environment.DATABASE_URL ?? '');
        url.searchParams.set('application_name', name);
        return url.href;
      };
      await site.app.close();
      await site.db.destroy();
      const server = await openDatabase({ ...site.environment, DATABASE_URL: address('mysite') });
      onTestFinished(() => server.destroy());
      await server.selectFrom('users').select('id').execute();
      const settings = { ...site.environment, DATABASE_URL: address('direct') };
      const options = { force: true, serverUrl: address('mysite') };
      await expect(restore(settings, file, options)).rejects.toThrow('The database is in use');
      expect(await server.selectFrom('leads').select('id').execute()).toHaveLength(1);
    });
  });
