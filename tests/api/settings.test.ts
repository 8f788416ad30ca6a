import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { pageNames } from '../../src/content/pages/contract';
import { ownerSettingNames } from '../../src/foundation/environment/contract';
import { checkSettings } from '../../src/operations/checks/startup-checks.server';
import { createSettingsSite, settingsUrl } from '../support/settings-site';
import { shareSite } from '../support/test-app';

describe('GET /api/settings', () => {
  test('returns only the public settings without a session', async () => {
    const { save, readPublic } = await createSettingsSite();
    await save({ phone: '(512) 555-0148', smtpHost: 'smtp.example.com', metaPixelId: '123456' });
    expect(await readPublic()).toEqual({
      businessName: 'Crewbridge',
      logo: null,
      favicon: null,
      timeZone: 'America/New_York',
      locale: 'en-US',
      supportEmail: 'hello@localhost',
      phone: '(512) 555-0148',
      postalAddress: null,
      socialLinks: [],
      schedulingUrl: null,
    });
  });

  test('names the source of each setting’s value', async () => {
    const { save, read } = await createSettingsSite({ SITE_NAME: 'Puente' });
    await save({ phone: '(512) 555-0148' });
    const { fields, sections } = await read();
    expect(fields).toMatchObject({
      businessName: { value: 'Puente', source: 'server', variable: 'SITE_NAME' },
      phone: { value: '(512) 555-0148', source: 'owner', variable: null },
      supportEmail: { value: 'hello@localhost', source: 'default' },
    });
    expect(sections.contact).toEqual({ updatedAt: fields.phone.updatedAt, by: 'admin' });
    expect(sections.mail).toEqual({ updatedAt: null, by: null });
  });

  test('returns secrets only as set or not set', async () => {
    const { save, admin } = await createSettingsSite();
    await save({ smtpPassword: 'hidden-password', stripeSecretKey: 'sk_test_hidden' });
    const response = await admin('GET', settingsUrl);
    expect(response.body).not.toContain('hidden');
    expect(response.json().fields).toMatchObject({
      smtpPassword: { value: null, source: 'owner', isSet: true },
      stripeSecretKey: { value: null, source: 'owner', isSet: true },
      stripeWebhookSecret: { value: null, source: 'default', isSet: false },
    });
  });

  test('names the variable that sets the admin password, if there is one', async () => {
    expect((await (await createSettingsSite()).read()).passwordVariable).toBe('ADMIN_PASSWORD');
    const { read } = await createSettingsSite({ ADMIN_PASSWORD: '' });
    expect((await read()).passwordVariable).toBeNull();
  });

  test('shows the parts of SMTP_URL as set by the server, without the password', async () => {
    const { admin } = await createSettingsSite({
      SMTP_URL: 'smtp://rosa:hidden@mail.example:2525',
    });
    const response = await admin('GET', settingsUrl);
    expect(response.body).not.toContain('hidden');
    const byServer = { source: 'server', variable: 'SMTP_URL' };
    expect(response.json().fields).toMatchObject({
      smtpHost: { ...byServer, value: 'mail.example' },
      smtpPort: { ...byServer, value: 2525 },
      smtpUser: { ...byServer, value: 'rosa' },
      smtpPassword: { ...byServer, value: null, isSet: true },
    });
  });
});

describe('PATCH /api/settings', () => {
  test('changes only the settings that are sent, and null restores the default', async () => {
    const { save, readPublic } = await createSettingsSite();
    await save({ businessName: 'Puente Staffing', phone: '(512) 555-0148' });
    await save({ businessName: null });
    expect(await readPublic()).toMatchObject({
      businessName: 'Crewbridge',
      phone: '(512) 555-0148',
    });
  });

  test('rejects invalid values with a message for each field, and stores none', async () => {
    const { save, read } = await createSettingsSite();
    const response = await save({
      supportEmail: 'nobody',
      phone: 'call me',
      timeZone: 'Mars/Olympus',
      locale: 'not a locale',
      socialLinks: ['javascript:alert(1)'],
      notificationEmails: Array.from({ length: 11 }, (_, index) => `a${index}@example.com`),
      smtpHost: 'mail.example/path',
      smtpPort: 70_000,
      schedulingUrl: 'http://calls.example',
      stripeSecretKey: 'pk_test_1',
      googleAnalyticsId: 'UA-1',
      leadValues: { none: -1 },
      businessName: 'x'.repeat(61),
      postalAddress: 'Austin',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toMatchObject({
      supportEmail: 'Enter an email address, such as hello@example.com',
      stripeSecretKey: 'The secret key starts with sk_ or rk_',
    });
    expect(Object.keys(response.json().fields)).toHaveLength(13);
    expect((await read()).version).toBe('');
  });

  const getSite = shareSite(createSettingsSite);

  test.each([
    'https://calendly.com;/x',
    'https://calls.example,other.example/x',
    'https://*/',
    "https://'self'/",
  ])('rejects the address %s, whose host is neither a name nor an IP address', async (address) => {
    const { save } = getSite();
    const response = await save({
      schedulingUrl: address,
      meetingUrl: address,
      socialLinks: [address],
      smtpHost: new URL(address).hostname,
    });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toHaveLength(4);
  });

  test('rejects a setting that the server sets with 409, and stores nothing', async () => {
    const { save, read } = await createSettingsSite({ SUPPORT_EMAIL: 'desk@example.com' });
    const response = await save({ supportEmail: 'other@example.com', phone: '(512) 555-0148' });
    expect(response.statusCode).toBe(409);
    expect(response.json().fields).toEqual({
      supportEmail: 'Only the person who runs your server can change this (SUPPORT_EMAIL).',
    });
    expect((await read()).fields).toMatchObject({
      supportEmail: { value: 'desk@example.com' },
      phone: { value: null },
    });
  });

  test('rejects a change made from another version with 412', async () => {
    const { save, readPublic } = await createSettingsSite();
    const first = await save({ phone: '(512) 555-0148' });
    const etag = String(first.headers.etag);
    expect((await save({ phone: '(512) 555-0190' }, { 'if-match': etag })).statusCode).toBe(200);
    const stale = await save({ phone: '(512) 555-0111' }, { 'if-match': etag });
    expect(stale.statusCode).toBe(412);
    expect((await readPublic()).phone).toBe('(512) 555-0190');
  });

  test('keeps the version when no value differs', async () => {
    const { save } = await createSettingsSite();
    const first = await save({ phone: '(512) 555-0148' });
    expect((await save({ phone: '(512) 555-0148' })).headers.etag).toBe(first.headers.etag);
  });

  test('requires the mail password again when it would go to another server', async () => {
    const { save, read } = await createSettingsSite();
    await save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden-password' });
    const moved = await save({ smtpHost: 'attacker.example' });
    expect(moved.statusCode).toBe(400);
    expect(moved.json().fields).toHaveProperty('smtpPassword');
    expect((await read()).fields.smtpHost.value).toBe('smtp.example.com');
    const retyped = await save({ smtpHost: 'smtp.example.net', smtpPassword: 'other-password' });
    expect(retyped.statusCode).toBe(200);
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
