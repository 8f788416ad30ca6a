import { describe, expect, test } from 'vitest';
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

  test('rejects a change made from another version with 412, and keeps the version when no value differs', async () => {
    const { save, readPublic } = await createSettingsSite();
    const first = await save({ phone: '(512) 555-0148' });
    const etag = String(first.headers.etag);
    expect((await save({ phone: '(512) 555-0148' })).headers.etag).toBe(etag);
    expect((await save({ phone: '(512) 555-0190' }, { 'if-match': etag })).statusCode).toBe(200);
    const stale = await save({ phone: '(512) 555-0111' }, { 'if-match': etag });
    expect(stale.statusCode).toBe(412);
    expect((await readPublic()).phone).toBe('(512) 555-0190');
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
