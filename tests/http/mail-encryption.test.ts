import dns from 'node:dns';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { examineMail } from '../../src/operations/checks/examine-services.server';
import type { DeliveryRow } from '../support/lead-mails';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestApp } from '../support/test-app';

type Respond = (error: null, addresses: unknown[]) => void;

/** Resolves every host name to 127.0.0.1, so that a test reaches its own server under a public name. */
beforeEach(() => {
  const { prototype } = dns.Resolver;
  const respondWith = (addresses: unknown[]) => (args: unknown[]) =>
    process.nextTick(args.at(-1) as Respond, null, addresses);
  const [findNone, findLoopback] = [respondWith([]), respondWith(['127.0.0.1'])];
  const lookUpLoopback = respondWith([{ address: '127.0.0.1', family: 4 }]);
  const spies = [
    vi.spyOn(prototype, 'resolve4').mockImplementation((...args) => findLoopback(args)),
    vi.spyOn(prototype, 'resolve6').mockImplementation((...args) => findNone(args)),
    vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => lookUpLoopback(args)),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
});

/** Starts a mail server with authentication. `publicUrl` is its address under a public host name. */
async function startMailServer(options: { startTls: boolean }) {
  const smtp = await startSmtp({ ...options, auth: true });
  onTestFinished(smtp.close);
  const { port } = new URL(smtp.url);
  return { smtp, publicUrl: `smtp://owner:hunter2@encrypted.example:${port}` };
}

/** Sends an inquiry, which causes a confirmation. @returns a function that reads its delivery */
async function sendInquiry(settings: Record<string, string>) {
  const { admin, visitor } = await createTestApp(settings);
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  return async () => {
    const rows: DeliveryRow[] = (await admin('GET', `/api/leads/${id}/deliveries`)).json();
    return rows.find(({ kind }) => kind === 'lead-confirmation');
  };
}

describe('SMTP_URL of a public host', () => {
  test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
    'sends nothing to a server without STARTTLS (query %j), and records the reason',
    async (query) => {
      const { smtp, publicUrl } = await startMailServer({ startTls: false });
      const readMail = await sendInquiry({ SMTP_URL: publicUrl + query });
      await expect
        .poll(async () => (await readMail())?.lastError)
        .toBe(
          'The mail server encrypted.example offers no encryption (STARTTLS), so nothing was sent. ALLOW_PLAINTEXT=smtp allows it.',
        );
      expect((await readMail())?.status).toBe('pending');
      expect(smtp.plaintextPasswords()).toEqual([]);
      expect(smtp.count()).toBe(0);
    },
  );

  test('sends over STARTTLS to a server that offers it', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: true });
    await sendInquiry({ SMTP_URL: `${publicUrl}?tls.rejectUnauthorized=false` });
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('sends without TLS when ALLOW_PLAINTEXT=smtp', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    await sendInquiry({ SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' });
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual(['hunter2']);
  });

  test('sends nothing to a server with a self-signed certificate', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: true });
    const readMail = await sendInquiry({ SMTP_URL: publicUrl });
    await expect.poll(async () => (await readMail())?.lastError).toMatch(/certificate/);
    expect(smtp.count()).toBe(0);
  });
});

describe('the doctor’s check of the mail server', () => {
  const examine = async (settings: Record<string, string>) =>
    (await examineMail(readEnvironment(settings))).map(({ level, text }) => `${level} ${text}`);

  test('reports one without STARTTLS as wrong', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    expect(await examine({ SMTP_URL: publicUrl })).toEqual([
      expect.stringMatching(
        /^broken The mail server encrypted\.example:\d+ can't be used: .*offers no encryption/,
      ),
    ]);
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('reports mail without TLS or without certificate verification as unsafe', async () => {
    const { publicUrl } = await startMailServer({ startTls: false });
    const unverified = `${publicUrl}?tls.rejectUnauthorized=false`;
    for (const [settings, finding] of [
      [
        { SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' },
        /^unsafe ALLOW_PLAINTEXT .* encrypted\.example/,
      ],
      [{ SMTP_URL: unverified }, /^unsafe SMTP_URL .*rejectUnauthorized/],
    ] as const) {
      expect(await examine(settings)).toContainEqual(expect.stringMatching(finding));
    }
  });
});
