import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { readEnvironment } from '../../src/foundation/settings/environment.server';
import { createLiveSettings } from '../../src/foundation/settings/live-settings.server';
import { countUnreadableSettings } from '../../src/foundation/settings/owner-settings.server';
import { createBackup } from '../../src/operations/backup/create-backup.server';
import { restore } from '../../src/operations/backup/restore.server';
import { loadOwnerSettings } from '../../src/operations/doctor/load-owner-settings.server';
import { parsePageData } from '../page-data';
import { sampleItems, sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { startStripe } from '../stripe';
import { temporaryFolder } from '../temporary-folder';
import { createTestApp } from '../test-app';
import { createTestDatabase } from '../test-database';

const url = '/api/settings';

/** Allows the owner to use the test servers, which have private addresses. */
const allowLoopback = { PRIVATE_ADDRESSES: '127.0.0.0/8' };

async function createSite(variables: Record<string, string> = {}) {
  const site = await createTestApp(variables);
  return {
    ...site,
    save: (payload: object, headers: Record<string, string> = {}) =>
      site.admin('PATCH', url, payload, headers),
    read: async () => (await site.admin('GET', url)).json(),
    readPublic: async () => (await site.visitor('GET', url)).json(),
    readHistory: async (section: string) =>
      (await site.admin('GET', `${url}/${section}/history`)).json(),
    readSite: async (path = '/') => parsePageData((await site.visitor('GET', path)).body).site,
  };
}

describe('GET /api/settings', () => {
  test('returns only what everyone may know without a session', async () => {
    const { save, readPublic } = await createSite();
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

  test('says for each setting where its value comes from', async () => {
    const { save, read } = await createSite({ SITE_NAME: 'Puente' });
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
    const { save, admin } = await createSite();
    await save({ smtpPassword: 'hidden-password', stripeSecretKey: 'sk_test_hidden' });
    const response = await admin('GET', url);
    expect(response.body).not.toContain('hidden');
    expect(response.json().fields).toMatchObject({
      smtpPassword: { value: null, source: 'owner', isSet: true },
      stripeSecretKey: { value: null, source: 'owner', isSet: true },
      stripeWebhookSecret: { value: null, source: 'default', isSet: false },
    });
  });

  test('names the variable that sets the admin password, if there is one', async () => {
    expect((await (await createSite()).read()).passwordVariable).toBe('ADMIN_PASSWORD');
    const { read } = await createSite({ ADMIN_PASSWORD: '' });
    expect((await read()).passwordVariable).toBeNull();
  });

  test('shows the parts of SMTP_URL as set by the server, without the password', async () => {
    const { admin } = await createSite({ SMTP_URL: 'smtp://rosa:hidden@mail.example:2525' });
    const response = await admin('GET', url);
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
  test('requires a session', async () => {
    const { visitor } = await createSite();
    expect((await visitor('PATCH', url, { phone: '555 0100' })).statusCode).toBe(401);
  });

  test('changes only the settings that are sent, and null restores the default', async () => {
    const { save, readPublic } = await createSite();
    await save({ businessName: 'Puente Staffing', phone: '(512) 555-0148' });
    await save({ businessName: null });
    expect(await readPublic()).toMatchObject({
      businessName: 'Crewbridge',
      phone: '(512) 555-0148',
    });
  });

  test('rejects invalid values with a message for each field, and stores none', async () => {
    const { save, read } = await createSite();
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

  test('rejects a setting that the server sets with 409, and stores nothing', async () => {
    const { save, read } = await createSite({ SUPPORT_EMAIL: 'desk@example.com' });
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
    const { save, readPublic } = await createSite();
    const first = await save({ phone: '(512) 555-0148' });
    const etag = String(first.headers.etag);
    expect((await save({ phone: '(512) 555-0190' }, { 'if-match': etag })).statusCode).toBe(200);
    const stale = await save({ phone: '(512) 555-0111' }, { 'if-match': etag });
    expect(stale.statusCode).toBe(412);
    expect((await readPublic()).phone).toBe('(512) 555-0190');
  });

  test('keeps the version when no value differs', async () => {
    const { save } = await createSite();
    const first = await save({ phone: '(512) 555-0148' });
    expect((await save({ phone: '(512) 555-0148' })).headers.etag).toBe(first.headers.etag);
  });

  test('stores secrets encrypted', async () => {
    const { save, db } = await createSite();
    await save({ smtpPassword: 'hidden-password' });
    const rows = await db.selectFrom('ownerSettings').selectAll().execute();
    const audit = await db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain('hidden');
    expect(rows[0]?.value).toMatch(/^v1\./);
  });

  test('requires the mail password again when it would go to another server', async () => {
    const { save, read } = await createSite();
    await save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden-password' });
    const moved = await save({ smtpHost: 'attacker.example' });
    expect(moved.statusCode).toBe(400);
    expect(moved.json().fields).toHaveProperty('smtpPassword');
    expect((await read()).fields.smtpHost.value).toBe('smtp.example.com');
    const retyped = await save({ smtpHost: 'smtp.example.net', smtpPassword: 'other-password' });
    expect(retyped.statusCode).toBe(200);
  });
});

describe('stored secrets', () => {
  async function createSiteWithSecrets() {
    const site = await createSite();
    await site.save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden-password' });
    const withKey = (SECRET_KEY: string) => ({
      db: site.db,
      environment: { ...site.environment, SECRET_KEY },
    });
    return { ...site, withKey };
  }

  test('are encrypted again when SECRET_KEY is set for the first time, and then need that key', async () => {
    const { db, withKey } = await createSiteWithSecrets();
    const key = withKey('k'.repeat(32));
    expect(await countUnreadableSettings(key, { reseal: true })).toBe(0);
    expect(await countUnreadableSettings(withKey('x'.repeat(32)), { reseal: false })).toBe(1);
    const { environment } = await createLiveSettings(db, key.environment);
    expect(environment.SMTP_URL).toBe('smtp://:hidden-password@smtp.example.com:587');
  });

  test('count as not set when they can’t be decrypted', async () => {
    const { db, withKey } = await createSiteWithSecrets();
    await countUnreadableSettings(withKey('k'.repeat(32)), { reseal: true });
    const { environment } = await createLiveSettings(db, withKey('x'.repeat(32)).environment);
    expect(environment.SMTP_URL).toBe('smtp://smtp.example.com:587');
  });

  test('are not in clear in a backup, and are restored with it', async () => {
    const { environment } = await createSiteWithSecrets();
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'site.backup');
    await createBackup(environment, file);
    const content = gunzipSync(readFileSync(file)).toString();
    expect(content).toContain('owner_settings');
    expect(content).not.toContain('hidden-password');
    const target = await createTestDatabase(inject('engine'));
    onTestFinished(() => target.drop());
    const targetEnvironment = readEnvironment(target.env);
    await restore(targetEnvironment, file, { force: false });
    const settings = await loadOwnerSettings(targetEnvironment);
    expect(settings.SMTP_URL).toBe('smtp://:hidden-password@smtp.example.com:587');
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

describe('history of the settings', () => {
  test('shows who changed a section, with the values before and after', async () => {
    const { save, readHistory } = await createSite();
    await save({ phone: '(512) 555-0148' });
    await save({ phone: '(512) 555-0190', businessName: 'Puente' });
    const [newest, oldest] = await readHistory('contact');
    expect(newest).toMatchObject({
      action: 'changed',
      by: 'admin',
      before: { phone: '(512) 555-0148' },
      after: { phone: '(512) 555-0190' },
    });
    expect(oldest.before.phone).toBeNull();
    expect(await readHistory('business')).toHaveLength(1);
  });

  test('shows of a secret only that it was changed', async () => {
    const { save, readHistory } = await createSite();
    await save({ stripeSecretKey: 'sk_test_hidden1' });
    await save({ stripeSecretKey: 'sk_test_hidden2' });
    await save({ stripeSecretKey: null });
    const entries = await readHistory('payments');
    expect(JSON.stringify(entries)).not.toContain('hidden');
    const states = entries.map((entry: { before: object; after: object }) => [
      entry.before,
      entry.after,
    ]);
    expect(states).toMatchObject([
      [{ stripeSecretKey: 'set' }, { stripeSecretKey: null }],
      [{ stripeSecretKey: 'set' }, { stripeSecretKey: 'changed' }],
      [{ stripeSecretKey: null }, { stripeSecretKey: 'changed' }],
    ]);
  });

  test('restores an earlier version of a section, and keeps the secrets', async () => {
    const { save, admin, read, readHistory } = await createSite();
    await save({ senderName: 'Rosa', smtpHost: 'smtp.example.com', smtpPassword: 'hidden' });
    await save({ senderName: 'Luis' });
    const [{ id }] = await readHistory('mail');
    const restored = await admin('POST', `${url}/mail/restore`, { entryId: id, side: 'before' });
    expect(restored.statusCode).toBe(200);
    expect((await read()).fields).toMatchObject({
      senderName: { value: 'Rosa' },
      smtpPassword: { isSet: true },
    });
    expect((await readHistory('mail'))[0].action).toBe('restored');
  });

  test('removes the mail password when the restored version has another server', async () => {
    const { save, admin, read, readHistory } = await createSite();
    await save({ smtpHost: 'old.example.com' });
    await save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden' });
    const [{ id }] = await readHistory('mail');
    await admin('POST', `${url}/mail/restore`, { entryId: id, side: 'before' });
    expect((await read()).fields).toMatchObject({
      smtpHost: { value: 'old.example.com' },
      smtpPassword: { isSet: false },
    });
  });

  test('returns 404 for an entry of another section', async () => {
    const { save, admin, readHistory } = await createSite();
    await save({ phone: '(512) 555-0148' });
    const [{ id }] = await readHistory('contact');
    const response = await admin('POST', `${url}/mail/restore`, { entryId: id });
    expect(response.statusCode).toBe(404);
  });
});

describe('a changed setting', () => {
  test('is in the next page, its title and its structured data', async () => {
    const { save, visitor, readSite } = await createSite();
    expect((await visitor('GET', '/')).body).toContain('<title>Crewbridge');
    await save({
      businessName: 'Puente Staffing',
      supportEmail: 'hello@puente.example',
      phone: '(512) 555-0148',
      postalAddress: 'Austin, TX',
      socialLinks: ['https://social.example/puente'],
      favicon: '/objects/0d5c2b52-8a3c-4c7e-9a55-6a1f0a3d4b10',
    });
    const { body } = await visitor('GET', '/');
    expect(body).toContain('<title>Puente Staffing');
    expect(body).toContain('"telephone":"(512) 555-0148"');
    expect(body).toContain('<link rel="icon" href="/objects/0d5c2b52');
    expect(body).not.toContain('/favicon.svg');
    expect(await readSite('/privacy')).toMatchObject({
      name: 'Puente Staffing',
      supportEmail: 'hello@puente.example',
      phone: '(512) 555-0148',
      phoneUrl: 'tel:5125550148',
    });
    expect(body).toContain('<a href="tel:5125550148">(512) 555-0148</a>');
    const manifest = (await visitor('GET', '/site.webmanifest')).json();
    expect(manifest.name).toBe('Puente Staffing');
    expect(JSON.stringify(manifest.icons)).not.toContain('favicon.svg');
  });

  test('writes money, dates and times as the owner chose, in pages and in the default availability', async () => {
    const { save, visitor, admin, readSite } = await createSite();
    await admin('POST', '/api/packages', sampleItems.packages);
    expect((await visitor('GET', '/')).body).toContain('$1,000');
    expect(await readSite()).not.toHaveProperty('locale');
    await save({ locale: 'en-GB', timeZone: 'Europe/London' });
    expect((await visitor('GET', '/')).body).toContain('US$1,000');
    expect(await readSite()).toMatchObject({ locale: 'en-GB', timeZone: 'Europe/London' });
    expect((await admin('GET', '/api/scheduling/hours')).json().timeZone).toBe('Europe/London');
  });

  test('does not override an environment variable', async () => {
    const { save, db, readSite, app } = await createSite({ SITE_NAME: 'Server' });
    await save({ phone: '(512) 555-0148' });
    // As saved before the variable was set.
    await db
      .insertInto('ownerSettings')
      .values({
        name: 'businessName',
        value: '"Owner"',
        updatedAt: new Date(Date.now() + 1_000).toISOString(),
        userId: null,
      })
      .execute();
    await app.settings.refresh();
    expect(await readSite()).toMatchObject({ name: 'Server', phone: '(512) 555-0148' });
  });

  test('allows a tracking platform in the content security policy and names it in the page', async () => {
    const { save, visitor, readSite } = await createSite();
    const getPolicy = async () =>
      String((await visitor('GET', '/')).headers['content-security-policy']);
    expect(await getPolicy()).not.toContain('googletagmanager');
    await save({ googleAnalyticsId: 'G-PUENTE1' });
    expect(await getPolicy()).toContain('https://www.googletagmanager.com');
    expect((await readSite()).tracking).toEqual({
      googleAnalytics: { id: 'G-PUENTE1', server: false },
    });
    await save({ googleAnalyticsId: null });
    expect(await getPolicy()).not.toContain('googletagmanager');
  });

  test('moves booking to another service, and allows it in frames', async () => {
    const { save, visitor, readSite } = await createSite();
    await save({ schedulingUrl: 'https://calls.example/puente' });
    expect((await readSite()).schedulingUrl).toBe('https://calls.example/puente');
    const { headers } = await visitor('GET', '/');
    expect(headers['content-security-policy']).toContain('https://calls.example');
  });

  test('reaches another process within five seconds', async () => {
    const { save, db, environment } = await createSite();
    const other = await buildApp({ db, environment, clientDir: join(tmpdir(), 'no-client-build') });
    onTestFinished(() => other.close());
    await save({ businessName: 'Puente Staffing' });
    await vi.waitFor(
      async () => {
        const page = await other.inject('/');
        expect(page.body).toContain('<title>Puente Staffing');
      },
      { timeout: 5_000 },
    );
  });
});

describe('POST /api/settings/test-email', () => {
  async function createMailSite(variables: Record<string, string> = allowLoopback) {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const site = await createSite(variables);
    const { port } = new URL(smtp.url);
    const mail = {
      smtpHost: '127.0.0.1',
      smtpPort: Number(port),
      senderName: 'Puente',
      senderEmail: 'desk@puente.example',
      postalAddress: '1100 South Congress Avenue\nAustin, TX',
      notificationEmails: ['rosa@puente.example', 'luis@puente.example'],
    };
    const sendTest = () => site.admin('POST', `${url}/test-email`);
    return { ...site, smtp, mail, sendTest };
  }

  test('sends one email to the first notification address, from the chosen sender', async () => {
    const { save, mail, smtp, sendTest } = await createMailSite();
    expect((await save(mail)).statusCode).toBe(200);
    expect((await sendTest()).json()).toMatchObject({ success: true });
    expect(await smtp.received(1)).toMatchObject([
      { from: 'desk@puente.example', to: 'rosa@puente.example' },
    ]);
  });

  test('returns 409 when there is no mail server or no address', async () => {
    const { save, mail, sendTest } = await createMailSite();
    expect((await sendTest()).statusCode).toBe(409);
    await save({ ...mail, notificationEmails: [] });
    expect((await sendTest()).statusCode).toBe(409);
  });

  test('says what to do when the server can’t be reached', async () => {
    const { save, mail, smtp, sendTest } = await createMailSite();
    await save(mail);
    await smtp.close();
    expect((await sendTest()).json()).toEqual({
      success: false,
      message: 'The mail server can’t be reached. Check its name and port.',
    });
  });

  test('does not connect to a private address that the operator has not allowed', async () => {
    const { save, mail, smtp, sendTest } = await createMailSite({});
    await save(mail);
    expect((await sendTest()).json().success).toBe(false);
    expect(smtp.connections().total).toBe(0);
  });

  test('is limited to ten within ten minutes', async () => {
    const { sendTest } = await createMailSite();
    for (let tests = 0; tests < 10; tests += 1) await sendTest();
    const rejected = await sendTest();
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('notifies all addresses about a lead, over the server that the owner chose', async () => {
    const { save, mail, smtp, visitor } = await createMailSite();
    await save(mail);
    await visitor('POST', '/api/leads', sampleLead);
    const mails = await smtp.received(2);
    expect(mails.map(({ to }) => to)).toContain('rosa@puente.example, luis@puente.example');
    for (const { text } of mails) expect(text).toContain('1100 South Congress Avenue');
  });

  test('tells when a lead came in by the clock of the owner', async () => {
    const { save, mail, smtp, visitor } = await createMailSite();
    await save({ ...mail, locale: 'en-GB', timeZone: 'Asia/Tokyo' });
    await visitor('POST', '/api/leads', sampleLead);
    const toOwner = (await smtp.received(2)).find(({ to }) => to.includes('rosa@puente.example'));
    expect(toOwner?.text).toMatch(/day,? \d{1,2} \w+, \d{1,2}:\d{2}\b(?! [AP]M)/);
  });

  test('signs the email to a visitor with the phone number', async () => {
    const { save, mail, smtp, visitor } = await createMailSite();
    await save({ ...mail, phone: '(512) 555-0148' });
    await visitor('POST', '/api/leads', sampleLead);
    const toVisitor = (await smtp.received(2)).find(({ to }) => to === sampleLead.email);
    expect(toVisitor?.text).toContain('(512) 555-0148');
  });
});

describe('POST /api/settings/test-payments', () => {
  async function createStripeSite() {
    const stripe = await startStripe();
    onTestFinished(() => stripe.close());
    const site = await createSite({ STRIPE_API_BASE: stripe.url });
    const keys = {
      stripePublishableKey: 'pk_test_crew',
      stripeSecretKey: 'sk_test_crew',
      stripeWebhookSecret: 'whsec_crew',
    };
    const testConnection = async () => site.admin('POST', `${url}/test-payments`);
    return { ...site, keys, testConnection };
  }

  test('accepts the right keys', async () => {
    const { save, keys, testConnection } = await createStripeSite();
    await save(keys);
    expect((await testConnection()).json()).toEqual({
      success: true,
      message: 'Connected, with test keys: payments look real, but no money is charged.',
    });
  });

  test('says that the secret key is wrong', async () => {
    const { save, keys, testConnection } = await createStripeSite();
    await save({ ...keys, stripeSecretKey: 'sk_test_wrong' });
    const { success, message } = (await testConnection()).json();
    expect([success, message]).toEqual([
      false,
      'Stripe did not accept the secret key. Copy it again from Stripe, save, then test again.',
    ]);
  });

  test('returns 409 while a key is missing', async () => {
    const { save, keys, testConnection } = await createStripeSite();
    await save({ ...keys, stripeWebhookSecret: null });
    expect((await testConnection()).statusCode).toBe(409);
  });

  test('lets the checkout start payments only with complete keys and while they are on', async () => {
    const { save, keys, visitor } = await createStripeSite();
    const readCheckout = async () =>
      new Map(parsePageData((await visitor('GET', '/checkout')).body).reads).get('checkout');
    expect(await readCheckout()).toEqual({ publishableKey: null });
    await save(keys);
    expect(await readCheckout()).toEqual({ publishableKey: 'pk_test_crew' });
    await save({ takePayments: false });
    expect(await readCheckout()).toEqual({ publishableKey: null });
    const started = await visitor('POST', '/api/payments', { leadId: 'a', packageId: 'b' });
    expect(started.statusCode).toBe(503);
  });
});
