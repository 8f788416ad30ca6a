import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { fillWithDemoContent } from '../../src/app/demo-content.server';
import { backUp } from '../../src/features/backup/backup.server';
import { checkBackup } from '../../src/features/backup/backup-file.server';
import { restore } from '../../src/features/backup/restore.server';
import { rawDatabase, rowsOf, tablesInOrder } from '../../src/features/backup/tables.server';
import { type Database, openDatabase } from '../../src/lib/database.server';
import { migrate } from '../../src/lib/migrate.server';
import { sampleLead } from '../samples';
import { temporaryFolder } from '../temporary-folder';
import { testApp } from '../test-app';
import { createTestDatabase } from '../test-database';

type Engine = 'sqlite' | 'postgres';

/** All rows of all tables, as both engines would have them. */
async function contentOf(db: Database, engine: Engine) {
  const raw = rawDatabase(db);
  const content: Record<string, unknown[]> = {};
  for (const table of await tablesInOrder(raw, engine === 'sqlite')) {
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
  expect(await contentOf(db, engine)).toEqual(await contentOf(site.db, engine));
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
  expect(await contentOf(db, other)).toEqual(await contentOf(site.db, engine));
});

describe('a restore is refused', () => {
  test('where there is a database already, unless it is told to replace it', async () => {
    const engine = inject('engine');
    const { site, file } = await backedUpSite();
    const target = await testApp();
    await target.visitor('POST', '/api/leads', sampleLead);
    const { environment } = target;
    await expect(restore(environment, file, { force: false })).rejects.toThrow(/--force/);
    expect((await target.admin('GET', '/api/leads')).json()).toHaveLength(1);
    if (engine === 'sqlite') {
      // The running server would go on writing into the file that was moved aside.
      await expect(restore(environment, file, { force: true })).rejects.toThrow(/in use/);
      expect((await target.visitor('POST', '/api/leads', sampleLead)).statusCode).toBe(201);
      return;
    }
    await restore(environment, file, { force: true });
    expect(await contentOf(target.db, engine)).toEqual(await contentOf(site.db, engine));
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
    const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1);
    const first = JSON.parse(lines[0] ?? '');
    lines[0] = JSON.stringify({ ...first, migrations: [...first.migrations, '9999-later'] });
    const { createHash } = await import('node:crypto');
    const body = lines.map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(body).digest('hex');
    const path = join(folder, 'newer');
    writeFileSync(path, gzipSync(`${body}${JSON.stringify({ lines: lines.length, sha256 })}\n`));
    const env = await emptyTarget(inject('engine'));
    await expect(restore(env, path, { force: false })).rejects.toThrow(/newer release/);
  });
});
