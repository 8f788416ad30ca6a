import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { pageNames } from '../../src/content/pages/contract';
import { ownerSettingNames } from '../../src/foundation/environment/contract';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { createLiveSettings } from '../../src/foundation/environment/live-settings.server';
import { MINUTE } from '../../src/lib/time/durations';
import { restore } from '../../src/operations/backup/restore.server';
import { openSite } from '../../src/operations/checks/checks.server';
import { checkSecrets, checkSettings } from '../../src/operations/checks/startup-checks.server';
import { createSettingsSite } from '../support/settings-site';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestSettings } from '../support/test-resources';

describe('stored secrets', () => {
  async function createSiteWithSecrets() {
    const site = await createSettingsSite();
    await site.save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden-password' });
    const withKey = (SECRET_KEY: string) => ({
      db: site.db,
      environment: { ...site.environment, SECRET_KEY },
    });
    return { ...site, withKey };
  }

  test('are encrypted again when SECRET_KEY is set for the first time, and then count as not set without that key', async () => {
    const { db, withKey } = await createSiteWithSecrets();
    const key = withKey('k'.repeat(32));
    expect(await checkSecrets(key, { reencrypt: true })).toEqual([]);
    expect(await checkSecrets(withKey('x'.repeat(32)), { reencrypt: false })).toEqual([
      expect.stringContaining('SECRET_KEY has changed'),
    ]);
    const readSmtpUrl = async ({ environment }: typeof key) =>
      (await createLiveSettings(db, environment)).environment.SMTP_URL;
    expect(await readSmtpUrl(key)).toBe('smtp://:hidden-password@smtp.example.com:587');
    expect(await readSmtpUrl(withKey('x'.repeat(32)))).toBe('smtp://smtp.example.com:587');
  });

  test('are encrypted in a backup, and are restored with it', async () => {
    const { environment } = await createSiteWithSecrets();
    const { file } = await createTemporaryBackup(environment);
    const content = gunzipSync(readFileSync(file)).toString();
    expect(content).toContain('owner_settings');
    expect(content).not.toContain('hidden-password');
    const target = await createTestSettings(inject('engine'));
    const targetEnvironment = readEnvironment(target);
    await restore(targetEnvironment, file, { force: false });
    const restored = await openSite(targetEnvironment);
    onTestFinished(() => restored?.db.destroy());
    expect(restored?.settings.SMTP_URL).toBe('smtp://:hidden-password@smtp.example.com:587');
  });

  test('are recorded as a security event when they change, without their value', async () => {
    const { admin, save } = await createSiteWithSecrets();
    await save({ phone: '(512) 555-0148' });
    const events = (await admin('GET', '/api/security/events')).json();
    expect(events).toEqual([
      expect.objectContaining({ kind: 'settings-changed', detail: 'smtpHost, smtpPassword' }),
    ]);
  });
});

describe('settings that redirect emails, calls or visitors, or run a script in the pages', () => {
  test('are recorded as security events', async () => {
    const { admin, save } = await createSettingsSite();
    const changes = {
      supportEmail: 'attacker@evil.example',
      senderEmail: 'attacker@evil.example',
      notificationEmails: ['attacker@evil.example'],
      schedulingUrl: 'https://evil.example/calls',
      meetingUrl: 'https://evil.example/room',
      googleAnalyticsId: 'G-EVIL1',
      metaPixelId: '123456',
      linkedInPartnerId: '123456',
      tagManagerId: 'GTM-EVIL1',
    };
    for (const [name, value] of Object.entries(changes)) await save({ [name]: value });
    const events: { detail: string }[] = (await admin('GET', '/api/security/events')).json();
    expect(events.map(({ detail }) => detail).toSorted()).toEqual(Object.keys(changes).toSorted());
  });
});

describe('stored settings', () => {
  const hostile = [
    ...['', '{"a":', '['.repeat(10_000), '[null, 1, {}]', '-1e999', '"\\u0000\\n"', '"\\ud800"'],
    '{"__proto__": {"x": 1}, "items": 1, "pending": 1, "publishAt": 1}',
    JSON.stringify('x'.repeat(10_000)),
    ...['"https://calendly.com;/x"', '"https://*/"', 'v1.', `v1.${'A'.repeat(100)}`],
  ];

  test('do not stop a start, and pages are served, whatever is stored', async () => {
    const { db, app, environment, visitor, read, save } = await createSettingsSite();
    const blocks = pageNames.flatMap((page) =>
      Object.keys(app.pageContents.blocks[page]).flatMap((block) => [
        `page:${page}.${block}`,
        `page:${page}.${block}.plan`,
      ]),
    );
    const names = [...ownerSettingNames, ...blocks];
    for (const [index, value] of hostile.entries()) {
      await db.deleteFrom('ownerSettings').execute();
      const updatedAt = new Date(Date.now() + index * 1_000).toISOString();
      // The other settings of the mail server have an effect only with a valid host.
      const others = names.filter((name) => name !== 'smtpHost');
      const rows = [
        ...others.map((name) => ({ name, value })),
        { name: 'smtpHost', value: '"smtp.example.com"' },
      ];
      await db
        .insertInto('ownerSettings')
        .values(rows.map((row) => ({ ...row, updatedAt, userId: null })))
        .execute();
      const restarted = await buildApp({ db, environment, clientDir: join(tmpdir(), 'no-build') });
      expect((await restarted.inject('/')).statusCode, value).toBe(200);
      await restarted.close();
      await db
        .updateTable('ownerSettings')
        .set({ value, updatedAt: new Date(Date.now() + index * 1_000 + 500).toISOString() })
        .where('name', '=', 'smtpHost')
        .execute();
      await expect(app.settings.refresh(), value).resolves.toBe(true);
    }
    // The owner can repair it.
    const saved = await save({ schedulingUrl: 'https://calls.example/new' });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await visitor('GET', '/')).statusCode).toBe(200);
    expect((await read()).fields.schedulingUrl.value).toBe('https://calls.example/new');
  });

  test('take effect, also where the settings, or a page, have a later time', async () => {
    const { admin, app, db, save, visitor } = await createSettingsSite();
    const readHome = async () => (await visitor('GET', '/')).body;
    const ahead = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
    const insert = (name: string, value: unknown, updatedAt: string) =>
      db
        .insertInto('ownerSettings')
        .values({ name, value: JSON.stringify(value), updatedAt, userId: null })
        .execute();
    await insert('phone', '(512) 555-0148', ahead(10));
    await app.settings.refresh();
    await admin('PATCH', '/api/pages/home', { hero: { line1: 'Covered from today' } });
    expect(await readHome()).toContain('Covered from today');
    await insert('page:talent.header', { title: 'Our people' }, ahead(20));
    await app.settings.refresh();
    await save({ phone: '(512) 555-0199' });
    expect(await readHome()).toContain('(512) 555-0199');
  });

  test('are ignored when they are not valid, and named in a warning at the start', async () => {
    const { db, readPublic } = await createSettingsSite();
    expect(await checkSettings(db)).toEqual([]);
    const columns = { updatedAt: new Date().toISOString(), userId: null };
    await db
      .insertInto('ownerSettings')
      .values([
        { name: 'schedulingUrl', value: '"https://calendly.com;/x"', ...columns },
        { name: 'smtpHost', value: '{', ...columns },
        { name: 'page:home.seo', value: '{"title": 1}', ...columns },
        { name: 'page:home.hero', value: 'null', ...columns },
        { name: 'of a newer release', value: '{', ...columns },
      ])
      .execute();
    expect(await checkSettings(db)).toEqual([
      'Ignored, because the saved value is not valid: Scheduling link, Server, home.seo. Enter it again in the admin area.',
    ]);
    expect((await readPublic()).schedulingUrl).toBeNull();
  });
});
