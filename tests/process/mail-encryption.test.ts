import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { startSmtp } from '../smtp';
import { temporaryFolder } from '../temporary-folder';

const doctor = fileURLToPath(new URL('../../scripts/operate.mjs', import.meta.url));
const resolveToLoopback = new URL('../fixtures/resolve-to-loopback.mjs', import.meta.url).href;
const adminPassword = 'correct horse battery staple';

/** A mail server with sign-in, and its address under a name of the public Internet. */
async function startMailServer(options: { startTls: boolean }) {
  const smtp = await startSmtp({ ...options, auth: true });
  onTestFinished(smtp.close);
  const { port } = new URL(smtp.url);
  return { smtp, publicUrl: `smtp://owner:hunter2@mail.example:${port}` };
}

function settings(more: Record<string, string>) {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return {
    DATA_DIR: folder.path,
    ADMIN_PASSWORD: adminPassword,
    NODE_OPTIONS: `--import ${resolveToLoopback}`,
    DEMO_CONTENT: 'false',
    ...more,
  };
}

/** Sends an inquiry, whose sender is mailed. @returns what reads the fate of that mail */
async function sendInquiry(env: ReturnType<typeof settings>) {
  const server = await startServer(env);
  onTestFinished(async () => {
    await server.kill();
  });
  const api = new ApiClient(server.url);
  await api.signIn(adminPassword);
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

/** The lines that `npm run doctor` prints. */
async function runDoctor(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [doctor, 'doctor'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

describe('SMTP_URL of a host that is not local', () => {
  test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
    'sends nothing in clear to a server without STARTTLS (%j), and says why',
    async (query) => {
      const { smtp, publicUrl } = await startMailServer({ startTls: false });
      const readMail = await sendInquiry(settings({ SMTP_URL: publicUrl + query }));
      await expect
        .poll(async () => (await readMail())?.lastError, { interval: 20, timeout: 10_000 })
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
    await sendInquiry(settings({ SMTP_URL: `${publicUrl}?tls.rejectUnauthorized=false` }));
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('sends in clear when ALLOW_PLAINTEXT says so', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    await sendInquiry(settings({ SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' }));
    expect(await smtp.received(1)).toHaveLength(1);
    expect(smtp.plaintextPasswords()).toEqual(['hunter2']);
  });

  test('is refused by a server whose certificate nobody has signed', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: true });
    const readMail = await sendInquiry(settings({ SMTP_URL: publicUrl }));
    await expect
      .poll(async () => (await readMail())?.lastError, { interval: 20, timeout: 10_000 })
      .toMatch(/certificate/);
    expect(smtp.count()).toBe(0);
  });
});

describe('SMTP_URL of this machine', () => {
  test('sends without encryption to a server that offers none', async () => {
    const { smtp } = await startMailServer({ startTls: false });
    await sendInquiry(settings({ SMTP_URL: smtp.url }));
    expect(await smtp.received(1)).toHaveLength(1);
  });
});

describe('npm run doctor', () => {
  test('says which mail server it does not speak to in clear', async () => {
    const { smtp, publicUrl } = await startMailServer({ startTls: false });
    expect(await runDoctor(settings({ SMTP_URL: publicUrl }))).toMatch(
      /^wrong +The mail server mail\.example:\d+ can't be used: .*offers no encryption/m,
    );
    expect(smtp.plaintextPasswords()).toEqual([]);
  });

  test('calls mail in clear to another network unsafe', async () => {
    const { publicUrl } = await startMailServer({ startTls: false });
    const allowed = await runDoctor(settings({ SMTP_URL: publicUrl, ALLOW_PLAINTEXT: 'smtp' }));
    expect(allowed).toMatch(/^unsafe +ALLOW_PLAINTEXT .* mail\.example/m);
    const trusting = `${publicUrl}?tls.rejectUnauthorized=false`;
    expect(await runDoctor(settings({ SMTP_URL: trusting }))).toMatch(
      /^unsafe +SMTP_URL .*rejectUnauthorized/m,
    );
  });
});
