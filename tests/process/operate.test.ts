import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { operate } from '../operate';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { temporaryFolder } from '../temporary-folder';

const adminPassword = 'correct horse battery staple';

function folder(): string {
  const made = temporaryFolder();
  onTestFinished(() => made.remove());
  return made.path;
}

test('a damaged database stops the start and names the way back, which works', async () => {
  const DATA_DIR = folder();
  const place = folder();
  const env = { DATA_DIR, ADMIN_PASSWORD: adminPassword };
  const server = await startServer(env);
  const sent = await new ApiClient(server.url).post('/api/leads', sampleLead);
  expect(sent.status).toBe(201);
  const backup = await operate({ ...env, INIT_CWD: place }, 'backup', 'site.backup');
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.output).toMatch(/^Backed up \d+ rows and \d+ files to /m);
  expect((await operate({ ...env, INIT_CWD: place }, 'backup', 'site.backup')).code).toBe(1);
  const inUse = await operate(env, 'restore', join(place, 'site.backup'), '--force');
  expect(inUse).toMatchObject({ code: 1, output: expect.stringContaining('in use') });
  await server.stop();

  const file = join(DATA_DIR, 'crewbridge.db');
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 0, Math.min(bytes.length, 40_000));
  writeFileSync(file, bytes);
  const refused = await startServer(env, { wait: false });
  expect((await refused.exited).code).toBe(1);
  expect(refused.output().trim()).toBe(
    `The database ${file} is damaged. Restore a backup: npm run restore -- FILE --force`,
  );
  const without = await operate(env, 'restore', join(place, 'site.backup'));
  expect(without).toMatchObject({ code: 1, output: expect.stringContaining('--force') });
  const restored = await operate(env, 'restore', join(place, 'site.backup'), '--force');
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.output).toContain('before-restore-');

  const again = await startServer(env);
  onTestFinished(async () => {
    await again.kill();
  });
  const api = new ApiClient(again.url);
  await api.signIn(adminPassword);
  expect((await api.get('/api/leads')).body).toMatchObject([
    { companyName: sampleLead.companyName },
  ]);
});

test('the doctor says in plain lines what is unsafe or broken, and fails for it', async () => {
  const DATA_DIR = folder();
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  chmodSync(DATA_DIR, 0o755);
  const sick = await operate(
    {
      DATA_DIR,
      ADMIN_PASSWORD: 'password',
      SITE_URL: 'http://localhost:3000',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    },
    'doctor',
  );
  expect(sick.code).toBe(1);
  for (const line of [
    /^unsafe +SITE_URL is http:\/\/localhost:3000/m,
    /^unsafe +ADMIN_PASSWORD must have at least 15 characters/m,
    /^unsafe +.* can be read by other users/m,
    /^wrong +The mail server 127\.0\.0\.1:1 can't be used/m,
    /^wrong +PostgreSQL can't be used/m,
    /^Not ready for going live: 2 broken, 3 unsafe\.$/m,
  ]) {
    expect(sick.output).toMatch(line);
  }
  expect(sick.output).not.toMatch(/^\s+at /m);

  chmodSync(DATA_DIR, 0o700);
  const well = await operate(
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
  expect(well.output).toMatch(/^ok +The mail server .* takes our mail$/m);
  expect(well).toMatchObject({ code: 0, output: expect.stringContaining('Ready for going live.') });
  expect(smtp.count()).toBe(0);
  expect(existsSync(join(DATA_DIR, 'crewbridge.db'))).toBe(false);
});

test('a second factor of another SECRET_KEY is told of by doctor, start and restore', async () => {
  const DATA_DIR = folder();
  const place = folder();
  const env = { DATA_DIR, ADMIN_PASSWORD: adminPassword, SECRET_KEY: 'a'.repeat(32) };
  const server = await startServer(env);
  const api = new ApiClient(server.url);
  await api.signIn(adminPassword);
  const setup = await api.request('POST', '/api/security/second-factor/setup', {
    password: adminPassword,
  });
  expect(setup.status).toBe(200);
  const { secret } = setup.body as { secret: string };
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await api.post('/api/security/second-factor/confirm', { code });
  expect(confirmed.status).toBe(200);
  await server.stop();
  const file = join(place, 'site.backup');
  expect(await operate(env, 'backup', file)).toMatchObject({ code: 0 });

  const said = /another SECRET_KEY .* recovery code.* npm run second-factor-off/;
  const other = { ...env, SECRET_KEY: 'b'.repeat(32) };
  const doctor = await operate(other, 'doctor');
  expect(doctor.code).toBe(1);
  expect(doctor.output).toMatch(said);
  const restored = await operate({ ...other, DATA_DIR: place }, 'restore', file, '--force');
  expect(restored.output).toMatch(said);
  const again = await startServer(other);
  onTestFinished(async () => {
    await again.kill();
  });
  expect(again.output()).toMatch(said);
  await again.stop();
  expect((await operate(env, 'doctor')).output).not.toMatch(said);
  await operate(other, 'second-factor-off');
  expect((await operate(other, 'doctor')).output).not.toMatch(said);
});

describe('ADMIN_PASSWORD', () => {
  const weak = { ADMIN_PASSWORD: 'crewbridge' };

  test.each(['production', 'development', 'Production', 'staging', ''])(
    'stops the start on a public SITE_URL when it is easily guessed (NODE_ENV=%j)',
    async (NODE_ENV) => {
      const settings = { DATA_DIR: folder(), SITE_URL: 'https://crew.example', NODE_ENV };
      const started = startServer({ ...settings, ...weak });
      onTestFinished(async () => {
        await started.then(({ kill }) => kill()).catch(() => undefined);
      });
      await expect(started).rejects.toThrow(
        /ended \(1\) before it listened\.\nADMIN_PASSWORD: must have at least 15 characters on a public site\n$/,
      );
    },
  );

  test.each(['production', 'development'])(
    'may be short where the site is for this machine alone (NODE_ENV=%s)',
    async (NODE_ENV) => {
      const server = await startServer({ DATA_DIR: folder(), NODE_ENV, ...weak });
      onTestFinished(async () => {
        await server.kill();
      });
      await new ApiClient(server.url).signIn(weak.ADMIN_PASSWORD);
    },
  );
});
