import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { operate, projectRoot, runOperate } from '../support/operate';
import { query } from '../support/postgres-client';
import { sampleLead } from '../support/samples';
import { generateCode } from '../support/second-factor';
import { shareDatabase } from '../support/shared-database';
import { createTables, readCompanies } from '../support/site-database';
import { createTestFolder, createTestSettings, startTestServer } from '../support/test-resources';

async function createSite(engine: 'sqlite' | 'postgres') {
  const env = await createTestSettings(engine);
  const folder = createTestFolder();
  return {
    env: { ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false', ...env },
    file: join(folder, 'site.backup'),
    folder,
  };
}

async function start(env: Record<string, string> & { DATA_DIR: string }) {
  const server = await startTestServer(env);
  return { server, api: new ApiClient(server.url) };
}

const sendLead = async (api: ApiClient, companyName: string) =>
  expect((await api.post('/api/leads', { ...sampleLead, companyName })).status).toBe(201);

describe.each(['public', 'site'])(
  'restore --force in a shared PostgreSQL database (%s)',
  (schema) => {
    test('leaves the objects of other applications unchanged, and can be undone with the backup it made first', async () => {
      const { env, file } = await createSite('postgres');
      const shared = await shareDatabase(env.DATABASE_URL ?? '', schema);
      const site = { ...env, DATABASE_URL: shared.siteUrl };
      const first = await start(site);
      await sendLead(first.api, 'First');
      expect(await operate(site, 'backup', file)).toMatchObject({ code: 0 });
      await sendLead(first.api, 'Second');
      const inUse = await operate(site, 'restore', file, '--force');
      expect(inUse.output).toMatch(/in use: \d+ connections? of the site (is|are) open/);
      expect(inUse.code).toBe(1);
      await first.server.stop();

      const own = await shared.readOwnTables();
      const before = await shared.readForeignState(own);
      const restored = await operate(site, 'restore', file, '--force');
      expect(restored).toMatchObject({ code: 0 });
      expect(await shared.readForeignState(own)).toEqual(before);
      expect(await shared.readOwnTables()).toEqual(expect.arrayContaining(own));

      const restarted = await start(site);
      await restarted.api.signIn();
      expect((await restarted.api.get('/api/leads')).body).toMatchObject([
        { companyName: 'First' },
      ]);
      await restarted.server.stop();

      const undo = /npm run restore -- (\S+) --force/.exec(restored.output)?.[1] ?? '';
      expect(await operate(site, 'restore', undo, '--force')).toMatchObject({ code: 0 });
      expect(await readCompanies(site)).toEqual(['First', 'Second']);
      expect(await shared.readForeignState(own)).toEqual(before);
    });
  },
);

describe('restore --force on PostgreSQL', () => {
  test('fails without any change when other tables reference the site’s tables', async () => {
    const { env, file } = await createSite('postgres');
    const url = env.DATABASE_URL ?? '';
    const first = await start(env);
    await sendLead(first.api, 'First');
    await first.server.stop();
    expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });
    await query(url, 'create table notes (lead_id text references leads (id) on delete cascade)');
    await query(url, 'insert into notes select id from leads');
    const rejected = await operate(env, 'restore', file, '--force');
    expect(rejected.code).toBe(1);
    expect(rejected.output).toContain('objects of other applications depend on the site');
    expect(rejected.output).toContain('constraint notes_lead_id_fkey on table notes');
    expect(rejected.output).not.toMatch(/^\s+at /m);
    const rows = await query(url, 'select * from notes');
    expect(rows).toHaveLength(1);
    expect(await readCompanies(env)).toEqual(['First']);
  });

  test('fails when another application owns tables with the names of the site’s tables', async () => {
    const { env, file } = await createSite('sqlite');
    await createTables(env);
    expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });
    const { env: other } = await createSite('postgres');
    const url = other.DATABASE_URL ?? '';
    await query(url, 'create table users as select 1 as id');
    const rejected = await operate(other, 'restore', file, '--force');
    expect(rejected.code).toBe(1);
    expect(rejected.output).toMatch(/Another application has tables of the same names \(users\)/);
    const rows = await query(url, 'select * from users');
    expect(rows).toEqual([{ id: 1 }]);
  });
});

describe.each(['sqlite', 'postgres'] as const)('sign-in after a restore (%s)', (engine) => {
  const login = '/api/auth/admin/login';
  const factor = '/api/security/second-factor';

  /** Creates a site with a second factor, backs it up while the owner is signed in, and then uses up two codes. */
  async function createUsedSite() {
    const site = await createSite(engine);
    const { server, api } = await start(site.env);
    await api.signIn();
    const setup = await api.post(`${factor}/setup`, { password: adminPassword });
    const { secret } = setup.body as { secret: string };
    const confirmed = await api.post(`${factor}/confirm`, { code: generateCode(secret, 0) });
    const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] };
    expect(await operate(site.env, 'backup', site.file)).toMatchObject({ code: 0 });
    const cookie = api.cookie;
    const [usedCode = '', unusedCode = ''] = recoveryCodes;
    const appCode = generateCode(secret, 1);
    for (const code of [appCode, usedCode]) {
      const signedIn = await new ApiClient(server.url).post(login, {
        password: adminPassword,
        code,
      });
      expect(signedIn.status).toBe(200);
    }
    await api.post('/api/auth/admin/logout', {});
    await server.stop();
    return { ...site, cookie, appCode, usedCode, unusedCode };
  }

  test('rejects old sessions and used codes, and keeps a later password and unused recovery codes, but not on a new server', async () => {
    const { env, file, cookie, appCode, usedCode, unusedCode } = await createUsedSite();
    const laterPassword = 'nine violet tractors hum';
    const changed = await start({ ...env, ADMIN_PASSWORD: laterPassword });
    await changed.server.stop();
    const { env: newEnv } = await createSite(engine);
    for (const { settings, args, line, password, status } of [
      {
        settings: newEnv,
        args: [],
        line: 'recovery codes no longer work',
        password: adminPassword,
        status: 401,
      },
      {
        // Without ADMIN_PASSWORD, the stored password applies.
        settings: { ...env, ADMIN_PASSWORD: '' },
        args: ['--force'],
        line: 'are those from before the restore',
        password: laterPassword,
        status: 200,
      },
    ]) {
      const restored = await operate(settings, 'restore', file, ...args);
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(line) });
      const { server, api } = await start(settings);
      expect((await api.get('/api/leads', { cookie })).status).toBe(401);
      const signIn = async (credentials: { password: string; code: string }) =>
        (await new ApiClient(server.url).post(login, credentials)).status;
      expect(await signIn({ password, code: appCode })).toBe(401);
      expect(await signIn({ password, code: usedCode })).toBe(401);
      const otherPassword = password === adminPassword ? laterPassword : adminPassword;
      expect(await signIn({ password: otherPassword, code: unusedCode })).toBe(401);
      expect(await signIn({ password, code: unusedCode })).toBe(status);
    }
  });
});

describe('backup FILE', () => {
  test('in the data folder contains neither itself nor earlier backups', async () => {
    const { env } = await createSite('sqlite');
    await createTables(env);
    const folder = join(env.DATA_DIR, 'backups');
    mkdirSync(folder);
    const counts: string[] = [];
    for (const name of ['monday', 'tuesday.gz', '../wednesday.backup']) {
      const { code, output } = await operate(env, 'backup', join(folder, name));
      expect(code).toBe(0);
      counts.push(/and (\d+) files/.exec(output)?.[1] ?? '');
    }
    expect(counts).toEqual(['0', '0', '0']);
  });

  test('is relative to the folder that the command is called from, directly and through npm', async () => {
    const { env, folder } = await createSite('sqlite');
    // Not in this process, where SQLite would keep the file open for a while.
    expect(await operate(env, 'migrate')).toMatchObject({ code: 0 });
    for (const [name, run] of [
      ['direct.backup', () => runOperate(folder, env, 'backup', 'direct.backup')],
      ['npm.backup', () => operate({ ...env, INIT_CWD: folder }, 'backup', 'npm.backup')],
    ] as const) {
      expect(await run()).toMatchObject({ code: 0 });
      expect(existsSync(join(projectRoot, name))).toBe(false);
      expect(readdirSync(folder)).toContain(name);
    }
    expect(await runOperate(folder, env, 'restore', 'direct.backup', '--force')).toMatchObject({
      code: 0,
    });
  });

  test('reports a missing folder in one line', async () => {
    const { env, folder } = await createSite('sqlite');
    await createTables(env);
    const rejected = await operate(env, 'backup', join(folder, 'missing', 'site.backup'));
    expect(rejected.code).toBe(1);
    expect(rejected.output.trim().split('\n')).toEqual([
      expect.stringMatching(/missing\/site\.backup can't be written: ENOENT/),
    ]);
  });
});
