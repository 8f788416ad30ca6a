import { describe, expect, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

const site = 'https://crew.example';
const settings = {
  SITE_URL: site,
  SITE_NAME: 'Nord & Süd "Crew"',
  SUPPORT_EMAIL: 'desk@crew.example',
};

describe('/privacy', () => {
  test('states the retention period, the contact address, and the calendar provider of SCHEDULING_URL', async () => {
    const readPage = async (SCHEDULING_URL: string) => {
      const { visitor } = await createTestApp({ ...settings, SCHEDULING_URL });
      return (await visitor('GET', '/privacy')).body;
    };
    const body = await readPage('');
    expect(body).toContain('24 months');
    expect(body).toContain(`href="mailto:${settings.SUPPORT_EMAIL}"`);
    expect(body).not.toContain('The calendar behind');
    expect(body).toContain('When you book a call');
    expect(await readPage('https://cal.example/crew')).toContain('cal.example</strong>');
  });

  test('is linked from the footer of every public page', async () => {
    const { visitor } = await createTestApp(settings);
    for (const path of [...['/', '/talent', '/privacy'], '/enquiry', '/nothing']) {
      expect((await visitor('GET', path)).body, path).toMatch(
        /<footer.*href="\/privacy".*<\/footer>/s,
      );
    }
  });

  test('visitors get no cookie from pages or from sending an inquiry', async () => {
    const { visitor } = await createTestApp(settings);
    for (const path of [...['/', '/talent', '/privacy'], '/enquiry']) {
      expect((await visitor('GET', path)).headers['set-cookie'], path).toBeUndefined();
    }
    const created = await visitor('POST', '/api/leads', sampleLead);
    expect(created.statusCode).toBe(201);
    expect(created.headers['set-cookie']).toBeUndefined();
  });

  test('describes the two cookies that a sign-in sets', async () => {
    const { visitor } = await createTestApp(settings);
    const signedIn = await visitor('POST', '/api/auth/admin/login', { password: adminPassword });
    expect(signedIn.cookies.map(({ name }) => name).sort()).toEqual([
      '__Host-device',
      '__Host-session',
    ]);
    const device = signedIn.cookies.find(({ name }) => name === '__Host-device');
    expect(device?.maxAge).toBe(180 * 24 * 3_600);
    const { body } = await visitor('GET', '/privacy');
    expect(body).toContain('We set no cookies for visitors.');
    expect(body).toContain('recognizes their device for 180 days');
  });
});
