import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { withDatabase } from '../../src/db/database.server';
import { writeSiteState } from '../../src/db/site-state.server';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { DAY, getTimeAgo, HOUR } from '../../src/lib/time/durations';
import { examineBackups } from '../../src/operations/checks/examine-storage.server';
import { ApiClient, adminPassword } from '../support/api-client';
import { operate } from '../support/operate';
import { sampleLead } from '../support/samples';
import { createTables, readCompanies } from '../support/site-database';
import { createTestFolder, createTestSettings, startEmptySite } from '../support/test-resources';

const listBackups = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.backup')) : [];

describe('BACKUP_DIR', () => {
  test('receives one valid backup from two processes that share a database', async () => {
    const database = await createTestSettings('postgres');
    const BACKUP_DIR = join(createTestFolder(), 'backups');
    const env = { ...database, BACKUP_DIR };
    const METRICS_TOKEN = 'a-token-of-prometheus';
    const servers = [await startEmptySite({ ...env, METRICS_TOKEN }), await startEmptySite(env)];
    const readMetrics = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      return (await fetch(`${servers[0]?.url}/metrics`, { headers })).text();
    };
    const readLog = () => servers.map(({ messages }) => messages()).join('\n');
    await expect.poll(readLog).toContain('a backup was written');
    const [, seconds] =
      /^crewbridge_last_backup_timestamp_seconds (\S+)$/m.exec(await readMetrics()) ?? [];
    expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60);
    for (const server of servers) await server.stop();
    expect(readLog().match(/a backup was written/g)).toHaveLength(1);
    const [name = '', ...others] = listBackups(BACKUP_DIR);
    expect(others).toEqual([]);
    expect(statSync(join(BACKUP_DIR, name)).mode & 0o077).toBe(0);
    const verified = await operate(env, 'backup', 'verify', join(BACKUP_DIR, name));
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('can be restored') });
  });

  test('is logged when it can’t be written to, and the site keeps running', async () => {
    const folder = createTestFolder();
    writeFileSync(join(folder, 'file'), '');
    const server = await startEmptySite({
      DATA_DIR: folder,
      BACKUP_DIR: join(folder, 'file', 'backups'),
    });
    await expect.poll(server.messages).toContain('a backup failed');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('is left without an unfinished backup by a shutdown, and the next start writes one', async () => {
    const env = { DATA_DIR: createTestFolder() };
    const pictures = join(env.DATA_DIR, 'pictures');
    mkdirSync(pictures);
    // Large enough, and not compressible, for a backup of several seconds.
    for (let n = 0; n < 40; n += 1) writeFileSync(join(pictures, `${n}`), randomBytes(8_000_000));
    const BACKUP_DIR = join(createTestFolder(), 'backups');
    const listFiles = () => (existsSync(BACKUP_DIR) ? readdirSync(BACKUP_DIR) : []);
    const server = await startEmptySite({ ...env, BACKUP_DIR });
    await expect.poll(listFiles).toEqual([expect.stringMatching(/\.part$/)]);
    const startedAt = performance.now();
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(listFiles()).toEqual([]);
    expect(server.messages()).toContain('a backup was stopped');
    expect(server.messages()).not.toContain('a backup failed');
    rmSync(pictures, { recursive: true });
    const next = await startEmptySite({ ...env, BACKUP_DIR });
    await expect.poll(next.messages).toContain('a backup was written');
    expect(listBackups(BACKUP_DIR)).toHaveLength(1);
  });

  test('receives a backup when the last one was claimed by a process that died, or dated by a clock that was a day ahead', async () => {
    const env = { DATA_DIR: createTestFolder() };
    await createTables(env);
    await withDatabase(env, async (db) => {
      await writeSiteState(db, 'backup_lease', getTimeAgo(HOUR));
      await writeSiteState(db, 'backup_written_at', getTimeAgo(-DAY));
    });
    const server = await startEmptySite({ ...env, BACKUP_DIR: join(env.DATA_DIR, 'backups') });
    await expect.poll(server.messages).toContain('a backup was written');
  });
});

describe('the doctor’s check of scheduled backups', () => {
  test('reports a folder that can’t be written to, a first backup that failed, and a last one that is too old', async () => {
    const DATA_DIR = createTestFolder();
    await createTables({ DATA_DIR });
    const notAFolder = join(createTestFolder(), 'file');
    writeFileSync(notAFolder, '');
    const examine = (settings: Record<string, string>, writtenAt?: string) =>
      withDatabase({ DATA_DIR }, async (db) => {
        if (writtenAt !== undefined) await writeSiteState(db, 'backup_written_at', writtenAt);
        const environment = readEnvironment({ DATA_DIR, BACKUP_DIR: DATA_DIR, ...settings });
        return (await examineBackups({ environment, db })).map(({ level }) => level);
      });
    expect(await examine({})).toEqual(['ok', 'note']);
    expect(await examine({ BACKUP_DIR: join(DATA_DIR, 'missing') })).toEqual(['note', 'note']);
    await withDatabase({ DATA_DIR }, (db) => writeSiteState(db, 'backup_lease', getTimeAgo(HOUR)));
    expect(await examine({})).toEqual(['ok', 'broken']);
    expect(await examine({}, getTimeAgo(47 * HOUR))).toEqual(['ok', 'ok']);
    expect(await examine({ BACKUP_HOURS: '12' })).toEqual(['ok', 'broken']);
    expect(await examine({ BACKUP_DIR: notAFolder })).toEqual(['broken', 'ok']);
  });
});

describe('npm run backup', () => {
  test('prints one line when --into names a file', async () => {
    const folder = createTestFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, output } = await operate({ DATA_DIR: folder }, 'backup', '--into', file);
    expect({ code, output: output.trim() }).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+ can't be used for backups: EEXIST.*$/),
    });
  });

  test('--into --keep writes a dated file, and deletes the oldest ones', async () => {
    const env = { DATA_DIR: createTestFolder() };
    await createTables(env);
    const folder = createTestFolder();
    const old = [1, 2, 3].map((day) => `crewbridge-2020010${day}T000000Z.backup`);
    for (const name of old) writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    const result = await operate(env, 'backup', '--into', folder, '--keep', '2');
    expect(result).toMatchObject({ code: 0 });
    expect(listBackups(folder)).toHaveLength(2);
    expect(listBackups(folder)).toContain(old[2]);
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
  });

  test('verify accepts a written backup, and detects a changed one', async () => {
    const env = { DATA_DIR: createTestFolder() };
    await createTables(env);
    const file = join(createTestFolder(), 'site.backup');
    expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });
    const verified = await operate(env, 'backup', 'verify', file);
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.output).toMatch(/can be restored: \d+ rows and \d+ files arrived unchanged/);

    const text = gunzipSync(readFileSync(file)).toString();
    writeFileSync(file, gzipSync(text.replace('"createdAt":"2', '"createdAt":"3')));
    const rejected = await operate(env, 'backup', 'verify', file);
    expect(rejected).toMatchObject({ code: 1, output: expect.stringContaining('is damaged') });
  });

  test('encrypts the backup with BACKUP_PASSPHRASE, and only that restores it', async () => {
    const env = { DATA_DIR: createTestFolder(), ADMIN_PASSWORD: adminPassword };
    const server = await startEmptySite(env);
    expect((await new ApiClient(server.url).post('/api/leads', sampleLead)).status).toBe(201);
    await server.stop();
    const file = join(createTestFolder(), 'site.backup');
    const encrypted = { ...env, BACKUP_PASSPHRASE: 'a passphrase for tests' };
    expect(await operate(encrypted, 'backup', file)).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);

    const target = { DATA_DIR: createTestFolder() };
    const without = await operate(target, 'restore', file);
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('is encrypted') });
    const wrong = { ...target, BACKUP_PASSPHRASE: 'another passphrase' };
    const rejected = await operate(wrong, 'restore', file);
    expect(rejected).toMatchObject({ code: 1, output: expect.stringContaining('is wrong') });
    expect((await operate(encrypted, 'backup', 'verify', file)).code).toBe(0);
    const right = { ...target, BACKUP_PASSPHRASE: encrypted.BACKUP_PASSPHRASE };
    expect((await operate(right, 'restore', file)).code).toBe(0);
    expect(await readCompanies(target)).toEqual([sampleLead.companyName]);
  });

  test.each([
    [['--into', 'backups', '--keep', '0'], '--keep needs a number'],
    [['site.backup', '--keep', '2'], '--keep needs a folder'],
    [['verify'], 'verify FILE'],
    [['--nothing'], '--nothing'],
    [[], 'Name a file'],
  ])('rejects the arguments %j without a stack trace', async (args, line) => {
    const env = { DATA_DIR: createTestFolder() };
    const { code, output } = await operate(env, 'backup', ...args);
    expect(code).toBe(1);
    expect(output).toContain(line);
    expect(output).not.toMatch(/^\s+at /m);
  });
});
