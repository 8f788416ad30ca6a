import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { secretSettings } from '../../src/foundation/environment/contract';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestApp } from '../support/test-app';

const settings = '/api/settings';

/** A value for each secret. All contain the same word, which nothing else does. */
const word = 'Zanzibarine';
const secrets: Record<(typeof secretSettings)[number], string> = {
  smtpPassword: `${word}-mail-1111`,
  stripeSecretKey: `sk_test_${word}2222`,
  stripeWebhookSecret: `whsec_${word}3333`,
  googleApiSecret: `${word}Google4444`,
  metaAccessToken: `${word}Meta5555`,
};

/** Starts a site with all secrets, and collects its log. */
async function createSite() {
  const log: string[] = [];
  const site = await createTestApp({ PRIVATE_ADDRESSES: '127.0.0.0/8' }, undefined, {
    logger: { level: 'trace', stream: { write: (line: string) => log.push(line) } },
  });
  const saved = await site.admin('PATCH', settings, {
    smtpHost: '127.0.0.1',
    smtpPort: 1,
    smtpUser: 'rosa',
    senderEmail: 'desk@puente.example',
    notificationEmails: ['rosa@puente.example'],
    googleAnalyticsId: 'G-PUENTE1',
    metaPixelId: '1234567',
    ...secrets,
  });
  expect(saved.statusCode, saved.body).toBe(200);
  return { ...site, log, saved };
}

describe('secrets of the settings', () => {
  test('are in no response, log line or backup, and in no row as plain text', async () => {
    const { admin, visitor, environment, db, log, saved } = await createSite();
    // Changed, rejected, used without success, and restored.
    const responses = [
      saved,
      await admin('PATCH', settings, { stripeSecretKey: `pk_${word}` }),
      await admin('PATCH', settings, { metaAccessToken: `${word}Other6666`, smtpPort: -1 }),
      await admin('PATCH', settings, { metaAccessToken: `${word}Other6666` }),
      await admin('POST', `${settings}/test-email`),
      await admin('POST', `${settings}/test-payments`),
      await visitor('GET', '/'),
      await visitor('GET', settings),
    ];
    const { paths } = (await admin('GET', '/api/openapi.json')).json();
    const readable = Object.keys(paths).filter((path) => paths[path].get && !path.includes('{'));
    expect(readable.length).toBeGreaterThan(20);
    const sections = ['mail', 'payments', 'tracking'].map((id) => `${settings}/${id}/history`);
    for (const url of [...readable, ...sections]) responses.push(await admin('GET', url));
    for (const { body, raw } of responses) expect(body, raw.req.url).not.toContain(word);

    expect(log.length).toBeGreaterThan(0);
    expect(log.join('')).not.toContain(word);

    const rows = await db.selectFrom('ownerSettings').selectAll().execute();
    const audit = await db.selectFrom('audit').selectAll().execute();
    const events = await db.selectFrom('securityEvents').selectAll().execute();
    expect(JSON.stringify([rows, audit, events])).not.toContain(word);
    const stored = rows.filter(({ name }) => secretSettings.some((secret) => secret === name));
    expect(stored).toHaveLength(secretSettings.length);
    for (const { value } of stored) expect(value).toMatch(/^v1\./);

    const { file } = await createTemporaryBackup(environment);
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain(word);
  });

  test('are shown to the owner by the last characters of each key, except the mail password and a short key', async () => {
    const { saved, admin, visitor } = await createSite();
    const { fields } = saved.json();
    const endings = secretSettings.map((name) => fields[name].ending);
    expect(endings).toEqual([undefined, '2222', '3333', '4444', '5555']);
    expect((await visitor('GET', settings)).body).not.toContain('2222');
    const short = (await admin('PATCH', settings, { stripeSecretKey: 'sk_test_1234' })).json();
    expect(short.fields.stripeSecretKey).toMatchObject({ isSet: true });
    expect(short.fields.stripeSecretKey).not.toHaveProperty('ending');
  });
});
