import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { createLiveSettings } from '../../src/foundation/environment/live-settings.server';
import { restore } from '../../src/operations/backup/restore.server';
import { openSite } from '../../src/operations/checks/checks.server';
import { checkSecrets } from '../../src/operations/checks/startup-checks.server';
import { createSettingsSite, settingsUrl } from '../support/settings-site';
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

  test('are encrypted again when SECRET_KEY is set for the first time, and then need that key', async () => {
    const { db, withKey } = await createSiteWithSecrets();
    const key = withKey('k'.repeat(32));
    expect(await checkSecrets(key, { reencrypt: true })).toEqual([]);
    expect(await checkSecrets(withKey('x'.repeat(32)), { reencrypt: false })).toEqual([
      expect.stringContaining('SECRET_KEY has changed'),
    ]);
    const { environment } = await createLiveSettings(db, key.environment);
    expect(environment.SMTP_URL).toBe('smtp://:hidden-password@smtp.example.com:587');
  });

  test('count as not set when they can’t be decrypted', async () => {
    const { db, withKey } = await createSiteWithSecrets();
    await checkSecrets(withKey('k'.repeat(32)), { reencrypt: true });
    const { environment } = await createLiveSettings(db, withKey('x'.repeat(32)).environment);
    expect(environment.SMTP_URL).toBe('smtp://smtp.example.com:587');
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

describe('history of the settings', () => {
  test('shows who changed a section, with the values before and after', async () => {
    const { save, readHistory } = await createSettingsSite();
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

  test('shows only that a secret was changed', async () => {
    const { save, readHistory } = await createSettingsSite();
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
    const { save, admin, read, readHistory } = await createSettingsSite();
    await save({ senderName: 'Rosa', smtpHost: 'smtp.example.com', smtpPassword: 'hidden' });
    await save({ senderName: 'Luis' });
    const [{ id }] = await readHistory('mail');
    const restored = await admin('POST', `${settingsUrl}/mail/restore`, {
      entryId: id,
      side: 'before',
    });
    expect(restored.statusCode).toBe(200);
    expect((await read()).fields).toMatchObject({
      senderName: { value: 'Rosa' },
      smtpPassword: { isSet: true },
    });
    expect((await readHistory('mail'))[0].action).toBe('restored');
  });

  test('removes the mail password when the restored version has another server', async () => {
    const { save, admin, read, readHistory } = await createSettingsSite();
    await save({ smtpHost: 'old.example.com' });
    await save({ smtpHost: 'smtp.example.com', smtpPassword: 'hidden' });
    const [{ id }] = await readHistory('mail');
    await admin('POST', `${settingsUrl}/mail/restore`, { entryId: id, side: 'before' });
    expect((await read()).fields).toMatchObject({
      smtpHost: { value: 'old.example.com' },
      smtpPassword: { isSet: false },
    });
  });

  test('returns 404 for an entry of another section', async () => {
    const { save, admin, readHistory } = await createSettingsSite();
    await save({ phone: '(512) 555-0148' });
    const [{ id }] = await readHistory('contact');
    const response = await admin('POST', `${settingsUrl}/mail/restore`, { entryId: id });
    expect(response.statusCode).toBe(404);
  });
});
