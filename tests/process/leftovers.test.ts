import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR } from '../../src/lib/time/durations';
import { ApiClient, adminPassword } from '../support/api-client';
import { operate, projectRoot } from '../support/operate';
import { sampleLead } from '../support/samples';
import {
  createTestFolder,
  createTestSettings,
  startEmptySite,
  startTestServer,
} from '../support/test-resources';

const listNames = (folder: string, start: string) =>
  readdirSync(folder).filter((name) => name.startsWith(start));

/** Runs an operator's command in a process that the test can stop at any time. */
function startCommand(env: Record<string, string> & { DATA_DIR: string }, ...args: string[]) {
  const entry = join(projectRoot, 'dist/server/operate.server.js');
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: env.DATA_DIR,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: 'ignore',
  });
  const exited = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    pause: () => child.kill('SIGSTOP'),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe.each(['sqlite', 'postgres'] as const)('a killed restore (%s)', (engine) => {
  test('leaves no copy of the data after the next start, and a running one is left alone', async () => {
    const folder = createTestFolder();
    const env = { ADMIN_PASSWORD: adminPassword, ...(await createTestSettings(engine)) };
    const pictures = join(env.DATA_DIR, 'pictures');
    mkdirSync(pictures, { recursive: true });
    // Large enough, and not compressible, for a restore of several seconds.
    for (let n = 0; n < 15; n += 1) writeFileSync(join(pictures, `${n}`), randomBytes(8_000_000));
    const first = await startTestServer(env);
    expect((await new ApiClient(first.url).post('/api/leads', sampleLead)).status).toBe(201);
    await first.stop();
    const file = join(folder, 'site.backup');
    expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });

    const restore = startCommand(env, 'restore', file, '--force');
    const listWork = () => listNames(env.DATA_DIR, '.restoring-');
    const listFiles = () =>
      listWork().flatMap((name) =>
        readdirSync(join(env.DATA_DIR, name), { recursive: true, encoding: 'utf8' }),
      );
    await expect.poll(() => listFiles().length).toBeGreaterThan(4);
    restore.pause();
    // An operator's command looks for leftovers as a start does.
    expect(await operate(env, 'backup', 'verify', join(folder, 'none'))).toMatchObject({
      code: 1,
    });
    expect(listWork()).toHaveLength(1);
    await restore.kill();
    expect(listWork()).toHaveLength(1);
    const next = await startTestServer(env);
    expect(listWork()).toEqual([]);
    const owner = new ApiClient(next.url);
    await owner.signIn();
    expect((await owner.get('/api/leads')).body).toHaveLength(1);
  });
});

describe('a killed backup', () => {
  test('of a named file leaves no copy after the next one in that folder', async () => {
    const env = { DATA_DIR: createTestFolder() };
    await (await startEmptySite(env)).stop();
    const folder = createTestFolder();
    const part = join(folder, `first.backup.${randomUUID()}.part`);
    writeFileSync(part, 'data');
    utimesSync(part, 0, 0);
    expect((await operate(env, 'backup', join(folder, 'second.backup'))).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['second.backup']);
  });

  test('and a killed verification leave no copy of the data after the next start', async () => {
    const [data, backups, temporary] = [createTestFolder(), createTestFolder(), createTestFolder()];
    const env = { DATA_DIR: data, TMPDIR: temporary, BACKUP_DIR: backups };
    const createFile = (folder: string, name: string, ageMs: number) => {
      const path = join(folder, name);
      writeFileSync(path, 'data');
      const time = new Date(Date.now() - ageMs);
      utimesSync(path, time, time);
      return path;
    };
    const createPart = (folder: string, ageMs: number) =>
      createFile(folder, `site.backup.${randomUUID()}.part`, ageMs);
    const replaced = join(data, 'before-restore-2026-01-01');
    mkdirSync(replaced);
    const removed = [data, backups, replaced].map((path) => createPart(path, 2 * HOUR));
    const kept = [
      createPart(backups, 0),
      createFile(backups, 'notes.part', 2 * HOUR),
      createFile(data, 'notes.txt', 2 * HOUR),
    ];
    const verifying = join(temporary, 'crewbridge-verify-abc123');
    mkdirSync(verifying);
    createFile(verifying, 'crewbridge.db', 2 * HOUR);
    utimesSync(verifying, 0, 0);
    const server = await startTestServer({ ADMIN_PASSWORD: adminPassword, ...env });
    expect([...removed, verifying].filter((path) => existsSync(path))).toEqual([]);
    expect(kept.filter((path) => !existsSync(path))).toEqual([]);
    expect(server.messages()).not.toContain('could not be removed');
  });
});
