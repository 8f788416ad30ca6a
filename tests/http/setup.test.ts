import { describe, expect, onTestFinished, test } from 'vitest';
import type { SetupState } from '../../src/content/setup';
import { sampleItems } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestApp, type TestSite } from '../support/test-app';

const readSetup = async ({ admin }: Pick<TestSite, 'admin'>): Promise<SetupState> =>
  (await admin('GET', '/api/setup')).json();

async function createMailSite(settings: Record<string, string> = {}) {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return createTestApp({ SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example', ...settings });
}

describe('GET /api/setup', () => {
  test('lists each step as done only once its condition is met', async () => {
    const site = await createMailSite();
    const { admin } = site;
    expect(await readSetup(site)).toEqual({
      isHidden: false,
      done: ['demo'],
      people: 0,
      packageNames: [],
      demoItems: 0,
      claims: expect.any(Array),
      report: null,
    });

    await admin('PATCH', '/api/settings', { businessName: 'Puente Staffing' });
    expect((await readSetup(site)).done).not.toContain('contact');
    await admin('PATCH', '/api/settings', { phone: '(512) 555-0190' });
    for (let count = 0; count < 3; count += 1) {
      expect((await readSetup(site)).done).not.toContain('people');
      await admin('POST', '/api/talents', { ...sampleItems.talents, imageUrl: null });
    }
    await admin('POST', '/api/packages', sampleItems.packages);
    const hours = (await admin('GET', '/api/scheduling/hours')).json();
    await admin('PUT', '/api/scheduling/hours', hours);
    expect((await admin('POST', '/api/settings/test-email')).json().success).toBe(true);
    const setup = await readSetup(site);
    expect(setup).toMatchObject({ people: 3, packageNames: ['Full PM'] });
    expect(setup.done).toEqual(['contact', 'people', 'packages', 'hours', 'test-email', 'demo']);
  });

  test('is hidden for good when the owner hides it', async () => {
    const site = await createTestApp();
    expect((await site.admin('POST', '/api/setup/hide')).statusCode).toBe(204);
    expect((await site.admin('POST', '/api/setup/hide')).statusCode).toBe(204);
    expect((await readSetup(site)).isHidden).toBe(true);
  });
});

describe('the words on the pages', () => {
  const listPlaces = ({ claims }: SetupState) => claims.map(({ place }) => place);

  test('are listed with the block that changes them, until the owner has changed them', async () => {
    const site = await createTestApp();
    const { claims } = await readSetup(site);
    expect(claims).toContainEqual({
      blockId: 'home.pricing',
      place: 'Home page, over the packages',
      text: 'Paid once. Onboarding starts within 48 hours of payment.',
    });
    await site.admin('PATCH', '/api/pages/home', {
      pricing: { intro: 'Paid once.' },
      sections: { hidden: ['talent'] },
    });
    await site.admin('PATCH', '/api/pages/privacy', { text: { markdown: '## Our policy' } });
    const places = listPlaces(await readSetup(site));
    expect(places).not.toContain('Home page, over the packages');
    // Hidden with its section.
    expect(places).not.toContain('Home page, over your people');
    expect(places).not.toContain('Privacy page');
    // Nothing is on the band yet.
    expect(places).not.toContain('Home page, over the client logos');
    expect(places).toContain('Home page, under the headline');
  });

  test('are a step that the owner confirms', async () => {
    const site = await createTestApp();
    expect((await readSetup(site)).done).not.toContain('words');
    const confirmed = (await site.admin('POST', '/api/setup/words')).json() as SetupState;
    expect(confirmed.done).toContain('words');
    expect(await readSetup(site)).toEqual(confirmed);
  });
});

describe('POST /api/setup/check', () => {
  test.each(['http://localhost:3000', 'http://crew.example'])(
    'offers the steps for whoever runs the server at %s',
    async (SITE_URL) => {
      const site = await createTestApp({ SITE_URL });
      const { report } = (await site.admin('POST', '/api/setup/check')).json() as SetupState;
      const steps = report?.checks.flatMap((check) => check.steps ?? []);
      expect(steps).toEqual([expect.stringContaining('SITE_URL=https://')]);
      expect(steps?.[0]).toContain('localhost:3000');
    },
  );

  test('describes what is not ready without technical terms', async () => {
    const site = await createTestApp();
    const { report } = (await site.admin('POST', '/api/setup/check')).json() as SetupState;
    const texts = (isOk: boolean) =>
      report?.checks.filter((check) => check.isOk === isOk).map(({ text }) => text);
    expect(texts(false)).toContain('Mail: no mail server is set, so nobody gets an email');
    expect(texts(true)).toContain('No demo content is on the site');
    // No names of variables or commands, but for the person who runs the server.
    expect(JSON.stringify([texts(true), texts(false)])).not.toMatch(/[A-Z]{3,}_[A-Z]+/);
    expect((await readSetup(site)).report).toEqual(report);
  });

  test('requires a test email, and another one after the address or the mail server has changed', async () => {
    const [first, second] = await Promise.all([startSmtp(), startSmtp()]);
    for (const { close } of [first, second]) onTestFinished(close);
    const site = await createTestApp({ PRIVATE_ADDRESSES: '127.0.0.0/8' });
    const getPort = ({ url }: typeof first) => Number(new URL(url).port);
    const rosa = 'rosa@crew.example';
    const luis = 'luis@crew.example';
    const server = { smtpHost: '127.0.0.1', smtpPort: getPort(first) };
    const check = async () => {
      const { report, done }: SetupState = (await site.admin('POST', '/api/setup/check')).json();
      const mail = report?.checks.find(({ text }) => text.startsWith('Mail'));
      return { ...mail, isStepDone: done.includes('test-email') };
    };
    for (const [change, address] of [
      [{ ...server, notificationEmails: [rosa] }, rosa],
      [{ notificationEmails: [luis] }, luis],
      [{ smtpPort: getPort(second) }, luis],
    ] as const) {
      await site.admin('PATCH', '/api/settings', change);
      expect(await check()).toEqual({
        isOk: false,
        text: 'Mail: no test email has been sent with these settings yet',
        isStepDone: false,
      });
      await site.admin('POST', '/api/settings/test-email');
      const text = `Mail: new leads reach ${address}`;
      expect(await check()).toEqual({ isOk: true, text, isStepDone: true });
    }
  });

  test('reports a promised meeting link that does not exist', async () => {
    const site = await createTestApp();
    const check = async () =>
      ((await site.admin('POST', '/api/setup/check')).json() as SetupState).report?.checks.find(
        ({ text }) => /call/.test(text) && !/Payments/.test(text),
      );
    const saveHours = async (change: object) => {
      const hours = (await site.admin('GET', '/api/scheduling/hours')).json();
      await site.admin('PUT', '/api/scheduling/hours', { ...hours, ...change });
    };
    expect(await check()).toEqual({
      isOk: false,
      text: expect.stringContaining('visitors are promised a link, but there is none'),
    });
    await saveHours({ place: 'We call you.' });
    expect(await check()).toMatchObject({ isOk: true });
    await saveHours({ place: 'By video: we send you the link before the call.' });
    await site.admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/crew' });
    expect(await check()).toMatchObject({ isOk: true });
  });

  test('returns 429 after too many checks', async () => {
    const { admin } = await createTestApp();
    for (let count = 0; count < 10; count += 1) await admin('POST', '/api/setup/check');
    expect((await admin('POST', '/api/setup/check')).statusCode).toBe(429);
  });
});
