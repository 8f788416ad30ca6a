import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { runDoctor } from '../support/operate';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestFolder, startTestServer } from '../support/test-resources';

const resolveToLoopback = new URL('../support/fixtures/resolve-to-loopback.mjs', import.meta.url)
  .href;

/** Starts a mail server with authentication. `publicUrl` is its address under a public host name. */
async function startMailServer(options: { startTls: boolean }) {
  const smtp = await startSmtp({ ...options, auth: true });
  onTestFinished(smtp.close);
  const { port } = new URL(smtp.url);
  return { smtp, publicUrl: `smtp://owner:hunter2@mail.example:${port}` };
}

function createSettings(overrides: Record<string, string>) {
  const folder = createTestFolder();
  return {
    DATA_DIR: folder,
    ADMIN_PASSWORD: adminPassword,
    NODE_OPTIONS: `--import ${resolveToLoopback}`,
    DEMO_CONTENT: 'false',
    ...overrides,
  };
}

/** Creates a lead, which causes a confirmation email. @returns a function that reads that email's delivery */
async function createLead(env: ReturnType<typeof createSettings>) {
  const server = await startTestServer(env);
  const api = new ApiClient(server.url);
  await api.signIn();
  const { id } = (await api.post('/api/leads', sampleLead)).body as { id: string };
  return async () => {
    const rows = (await api.get(`/api/leads/${id}/deliveries`)).body as {
      kind: string;
      status: string;
      lastError: string | null;
    }[];
    return rows.find(({ kind }) => kind === 'lead-confirmation');
  };
}

describe('SMTP_URL of a public host', () => {
  test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
    'sends nothing to a server without STARTTLS (query %j), and records the reason',
    async (query) => {
      const { smtp, publicUrl } = await startMailServer({ startTls: false });
      const readMail = await createLead(createSettings({ SMTP_URL: publicUrl + query }));
      await expect
        .poll(async () => (await readMail())?.lastError)
        .toBe(
          'The mail server mail.example offers no encryption (STARTTLS), so nothing was sent. ALLOW_PLAINTEXT=smtp allows it.',
        );
      expect((await readMail())?.status).toBe('pending');
      expect(smtp.plaintextPasswords()).toEqual([]);
      expect(smtp.count()).toBe(0);
    },
  );

  test('sends over STARTTLS to a server that offers it', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: true });
    await createLead(createSettings({ SMTP_URL: `${publicUrl}?tls.rejectUnauthorized=false` }));
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('sends without TLS when ALLOW_PLAINTEXT=smtp', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    await createLead(createSettings({ SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' }));
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual(['hunter2']);
  });

  test('sends nothing to a server with a self-signed certificate', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: true });
    const readMail = await createLead(createSettings({ SMTP_URL: publicUrl }));
    await expect.poll(async () => (await readMail())?.lastError).toMatch(/certificate/);
    expect(smtp.count()).toBe(0);
  });
});

describe('SMTP_URL of the local machine', () => {
  test('sends without TLS to a server that offers none', async () => {
    const { smtp } = await startMailServer({ startTls: false });
    await createLead(createSettings({ SMTP_URL: smtp.url }));
    expect(await smtp.received(1)).toHaveLength(1);
  });
});

describe('npm run doctor', () => {
  test('reports a mail server without STARTTLS as wrong', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    expect(await runDoctor(createSettings({ SMTP_URL: publicUrl }))).toMatch(
      /^wrong +The mail server mail\.example:\d+ can't be used: .*offers no encryption/m,
    );
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('reports mail without TLS or without certificate verification as unsafe', async () => {
    const { publicUrl } = await startMailServer({ startTls: false });
    const allowed = await runDoctor(
      createSettings({ SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' }),
    );
    expect(allowed).toMatch(/^unsafe +ALLOW_PLAINTEXT .* mail\.example/m);
    const unverified = `${publicUrl}?tls.rejectUnauthorized=false`;
    expect(await runDoctor(createSettings({ SMTP_URL: unverified }))).toMatch(
      /^unsafe +SMTP_URL .*rejectUnauthorized/m,
    );
  });
});
