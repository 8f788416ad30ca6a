import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { freePort } from '../support/free-port';
import { operate } from '../support/operate';
import { sampleLead } from '../support/samples';
import { generateCode } from '../support/second-factor';
import { startSmtp } from '../support/smtp';
import { createTestFolder, readFailedStart, startTestServer } from '../support/test-resources';

describe('backup and restore', () => {
  test('a damaged database stops the start with a message that names the restore command, which restores the leads', async () => {
    const DATA_DIR = createTestFolder();
    const backupFolder = createTestFolder();
    const env = { DATA_DIR, ADMIN_PASSWORD: adminPassword };
    const server = await startTestServer(env);
    const created = await new ApiClient(server.url).post('/api/leads', sampleLead);
    expect(created.status).toBe(201);
    const backup = await operate({ ...env, INIT_CWD: backupFolder }, 'backup', 'site.backup');
    expect(backup).toMatchObject({ code: 0 });
    expect(backup.output).toMatch(/^Backed up \d+ rows and \d+ files to /m);
    expect((await operate({ ...env, INIT_CWD: backupFolder }, 'backup', 'site.backup')).code).toBe(
      1,
    );
    const inUse = await operate(env, 'restore', join(backupFolder, 'site.backup'), '--force');
    expect(inUse).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
    await server.stop();

    const file = join(DATA_DIR, 'crewbridge.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 0, Math.min(bytes.length, 40_000));
    writeFileSync(file, bytes);
    expect(await readFailedStart(env)).toBe(
      `The database ${file} is damaged. Restore a backup: npm run restore -- FILE --force`,
    );
    const withoutForce = await operate(env, 'restore', join(backupFolder, 'site.backup'));
    expect(withoutForce).toMatchObject({ code: 1, output: expect.stringContaining('--force') });
    const restored = await operate(env, 'restore', join(backupFolder, 'site.backup'), '--force');
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toContain('before-restore-');

    const restarted = await startTestServer(env);
    const api = new ApiClient(restarted.url);
    await api.signIn();
    expect((await api.get('/api/leads')).body).toMatchObject([
      { companyName: sampleLead.companyName },
    ]);
  });
});

describe('npm run doctor', () => {
  test('lists unsafe and broken settings in plain lines and exits with 1, and exits with 0 when all is fine', async () => {
    const DATA_DIR = createTestFolder();
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    chmodSync(DATA_DIR, 0o755);
    const broken = await operate(
      {
        DATA_DIR,
        ADMIN_PASSWORD: 'password',
        SITE_URL: 'http://localhost:3000',
        SMTP_URL: 'smtp://127.0.0.1:1',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
        MIGRATION_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      },
      'doctor',
    );
    expect(broken.code).toBe(1);
    for (const line of [
      /^unsafe +SITE_URL is http:\/\/localhost:3000/m,
      /^unsafe +ADMIN_PASSWORD must have at least 15 characters/m,
      /^unsafe +.* can be read by other users/m,
      /^broken +The mail server 127\.0\.0\.1:1 can't be used/m,
      /^broken +PostgreSQL can't be used/m,
      /^broken +MIGRATION_DATABASE_URL can't be used: .*ECONNREFUSED/m,
      /^Not ready to go live: 3 broken, 3 unsafe\.$/m,
    ]) {
      expect(broken.output).toMatch(line);
    }
    expect(broken.output).not.toMatch(/^\s+at /m);

    chmodSync(DATA_DIR, 0o700);
    const healthy = await operate(
      {
        DATA_DIR,
        ADMIN_PASSWORD: 'nine violet tractors hum',
        SITE_URL: 'https://crew.example',
        TRUST_PROXY: '10.0.0.0/8',
        SMTP_URL: smtp.url,
        NOTIFY_EMAIL: 'owner@crew.example',
      },
      'doctor',
    );
    expect(healthy.output).toMatch(/^ok +The mail server .* accepts our emails$/m);
    expect(healthy).toMatchObject({
      code: 0,
      output: expect.stringContaining('Ready to go live.'),
    });
    expect(smtp.count()).toBe(0);
    expect(existsSync(join(DATA_DIR, 'crewbridge.db'))).toBe(false);
  });
});

describe('SECRET_KEY', () => {
  test('a changed key that makes the second factor unusable is reported by doctor, restore and the start', async () => {
    const DATA_DIR = createTestFolder();
    const backupFolder = createTestFolder();
    const env = { DATA_DIR, ADMIN_PASSWORD: adminPassword, SECRET_KEY: 'a'.repeat(32) };
    const server = await startTestServer(env);
    const api = new ApiClient(server.url);
    await api.signIn();
    const setup = await api.post('/api/security/second-factor/setup', {
      password: adminPassword,
    });
    expect(setup.status).toBe(200);
    const { secret } = setup.body as { secret: string };
    const confirmed = await api.post('/api/security/second-factor/confirm', {
      code: generateCode(secret, 0),
    });
    expect(confirmed.status).toBe(200);
    await server.stop();
    const file = join(backupFolder, 'site.backup');
    expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });

    const warning = /SECRET_KEY has changed .* recovery code.* npm run second-factor-off/;
    const changedKey = { ...env, SECRET_KEY: 'b'.repeat(32) };
    const doctor = await operate(changedKey, 'doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.output).toMatch(warning);
    const restored = await operate(
      { ...changedKey, DATA_DIR: backupFolder },
      'restore',
      file,
      '--force',
    );
    expect(restored.output).toMatch(warning);
    const restarted = await startTestServer(changedKey);
    expect(restarted.output()).toMatch(warning);
    await restarted.stop();
    const checked = (await operate(env, 'doctor')).output;
    expect(checked).not.toMatch(warning);
    expect(checked).toMatch(/^unsafe +Calls: visitors are promised a link, but there is none/m);
    await operate(changedKey, 'second-factor-off');
    expect((await operate(changedKey, 'doctor')).output).not.toMatch(warning);
  });
});

describe('a command whose database can’t be used', () => {
  const refused = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  test.each([
    ['migrate', refused, /ECONNREFUSED/],
    ['second-factor-off', { ...refused, MIGRATION_DATABASE_URL: refused.DATABASE_URL }, /ECONN/],
    ['selftest', refused, /ECONNREFUSED/],
    ['migrate', { DATA_DIR: '/dev/null/data' }, /^DATA_DIR can't be used: ENOTDIR/],
  ])('prints one line and exits with 1 (%s with %j)', async (command, env, line) => {
    const { code, output } = await operate({ DATA_DIR: createTestFolder(), ...env }, command);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(line)]);
  });
});

describe('npm run selftest', () => {
  test('sends an inquiry to the running server and deletes it, and exits with 1 when the server is down', async () => {
    const DATA_DIR = createTestFolder();
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const PORT = String(await freePort());
    const env = {
      DATA_DIR,
      ADMIN_PASSWORD: adminPassword,
      PORT,
      SITE_URL: `http://127.0.0.1:${PORT}`,
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
    };
    const server = await startTestServer(env);
    const works = await operate(env, 'selftest');
    expect(works.output).toContain('ok      Email to you');
    expect(works).toMatchObject({ code: 0, output: expect.stringContaining('Inquiries arrive.') });
    const api = new ApiClient(server.url);
    await api.signIn();
    expect((await api.get('/api/leads')).body).toEqual([]);
    await server.stop();
    expect(await operate(env, 'selftest')).toMatchObject({
      code: 1,
      output: expect.stringContaining('failed  Send the form'),
    });
  });
});
