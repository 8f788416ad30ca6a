import { describe, expect, test } from 'vitest';
import { createSettingsSite, settingsUrl } from '../support/settings-site';

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
