import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePageData } from '../support/page-data';
import { sampleItems, sampleLead } from '../support/samples';
import { createSettingsSite, settingsUrl } from '../support/settings-site';
import { startSmtp } from '../support/smtp';
import { startStripe } from '../support/stripe';
import { startSecondApp } from '../support/test-app';
import { scaleLimit } from '../support/time-limits';

/** Allows the owner to use the test servers, which have private addresses. */
const allowLoopback = { PRIVATE_ADDRESSES: '127.0.0.0/8' };

describe('a changed setting', () => {
  test('is in the next page, its title and its structured data', async () => {
    const { save, visitor, readSite } = await createSettingsSite();
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
    const { save, visitor, admin, readSite } = await createSettingsSite();
    await admin('POST', '/api/packages', sampleItems.packages);
    expect((await visitor('GET', '/')).body).toContain('$1,000');
    expect(await readSite()).not.toHaveProperty('locale');
    await save({ locale: 'en-GB', timeZone: 'Europe/London' });
    expect((await visitor('GET', '/')).body).toContain('US$1,000');
    expect(await readSite()).toMatchObject({ locale: 'en-GB', timeZone: 'Europe/London' });
    expect((await admin('GET', '/api/scheduling/hours')).json().timeZone).toBe('Europe/London');
  });

  test('does not override an environment variable', async () => {
    const { save, db, readSite, app } = await createSettingsSite({ SITE_NAME: 'Server' });
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
    const { save, visitor, readSite } = await createSettingsSite();
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

  test('replaces the calendar by another service, and allows that service in frames', async () => {
    const { save, visitor, readSite } = await createSettingsSite();
    await save({ schedulingUrl: 'https://calls.example/puente' });
    expect((await readSite()).schedulingUrl).toBe('https://calls.example/puente');
    const { headers } = await visitor('GET', '/');
    expect(headers['content-security-policy']).toContain('https://calls.example');
  });

  test('reaches another process within five seconds', async () => {
    const site = await createSettingsSite();
    const other = await startSecondApp(site);
    await site.save({ businessName: 'Puente Staffing' });
    await expect
      .poll(async () => (await other.inject('/')).body, { timeout: scaleLimit(5_000) })
      .toContain('<title>Puente Staffing');
  });
});

describe('POST /api/settings/test-email', () => {
  async function createMailSite(variables: Record<string, string> = allowLoopback) {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    const site = await createSettingsSite(variables);
    const { port } = new URL(smtp.url);
    const mail = {
      smtpHost: '127.0.0.1',
      smtpPort: Number(port),
      senderName: 'Puente',
      senderEmail: 'desk@puente.example',
      postalAddress: '1100 South Congress Avenue\nAustin, TX',
      notificationEmails: ['rosa@puente.example', 'luis@puente.example'],
    };
    const sendTest = () => site.admin('POST', `${settingsUrl}/test-email`);
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

  test('sends the emails about a lead over the mail server that the owner set, to all addresses, with the owner’s phone number and time zone', async () => {
    const { save, mail, smtp, visitor } = await createMailSite();
    const region = { locale: 'en-GB', timeZone: 'Asia/Tokyo' };
    await save({ ...mail, ...region, phone: '(512) 555-0148' });
    await visitor('POST', '/api/leads', sampleLead);
    const mails = await smtp.received(2);
    for (const { text } of mails) expect(text).toContain('1100 South Congress Avenue');
    const toOwner = mails.find(({ to }) => to === 'rosa@puente.example, luis@puente.example');
    expect(toOwner?.text).toMatch(/day,? \d{1,2} \w+, \d{1,2}:\d{2}\b(?! [ap]m)/);
    const toVisitor = mails.find(({ to }) => to === sampleLead.email);
    expect(toVisitor?.text).toContain('(512) 555-0148');
  });
});

describe('POST /api/settings/test-payments', () => {
  async function createStripeSite() {
    const stripe = await startStripe();
    onTestFinished(() => stripe.close());
    const site = await createSettingsSite({ STRIPE_API_BASE: stripe.url });
    const keys = {
      stripePublishableKey: 'pk_test_crew',
      stripeSecretKey: 'sk_test_crew',
      stripeWebhookSecret: 'whsec_crew',
    };
    const testConnection = async () => site.admin('POST', `${settingsUrl}/test-payments`);
    return { ...site, keys, testConnection };
  }

  test.each([
    [
      'accepts the right keys',
      {},
      true,
      'Connected, with test keys: payments look real, but no money is charged.',
    ],
    [
      'says that the secret key is wrong',
      { stripeSecretKey: 'sk_test_wrong' },
      false,
      'Stripe did not accept the secret key. Copy it again from Stripe, save, then test again.',
    ],
  ])('%s', async (_, change, success, message) => {
    const { save, keys, testConnection } = await createStripeSite();
    await save({ ...keys, ...change });
    expect((await testConnection()).json()).toMatchObject({ success, message });
  });

  test('returns 409 while a key is missing', async () => {
    const { save, keys, testConnection } = await createStripeSite();
    await save({ ...keys, stripeWebhookSecret: null });
    expect((await testConnection()).statusCode).toBe(409);
  });

  test('lets the checkout start payments only with complete keys and while they are on', async () => {
    const { save, keys, visitor } = await createStripeSite();
    const readCheckout = async () =>
      new Map(parsePageData((await visitor('GET', '/checkout')).body).queries).get('checkout');
    expect(await readCheckout()).toEqual({ publishableKey: null });
    await save(keys);
    expect(await readCheckout()).toEqual({ publishableKey: 'pk_test_crew' });
    await save({ takePayments: false });
    expect(await readCheckout()).toEqual({ publishableKey: null });
    const started = await visitor('POST', '/api/payments', { leadId: 'a', packageId: 'b' });
    expect(started.statusCode).toBe(503);
  });
});
