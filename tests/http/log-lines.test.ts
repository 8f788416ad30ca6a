import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { securityEventLabels } from '../../src/foundation/auth/contract';
import { createLoggedSite } from '../support/logged-site';
import { sampleLead } from '../support/samples';

const operations = new URL('../../docs/operations.md', import.meta.url);
const source = new URL('../../src/', import.meta.url);

/** Reads the first column of the table under the heading 'Log lines'. */
function readDocumentedLines(): string[] {
  const section = readFileSync(operations, 'utf8').split(/^## /m);
  const table = section.find((part) => part.startsWith('Log lines')) ?? '';
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, line = '']) => line);
}

/** Finds the text of each log call in the server's source, and the security events logged as failures. */
function readLoggedLines(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const calls = files
    .filter((name) => name.endsWith('.server.ts'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .flatMap((text) => [
      ...text.matchAll(/\blog\??\.(?:info|warn|error|fatal)\((?:[^;]*?)'([^']+)',?\s*\)/g),
      ...text.matchAll(/\bcreateReporter\(\s*'([^']+)'/g),
    ])
    .map(([, line = '']) => line);
  const failures = Object.keys(securityEventLabels).filter((kind) => kind.endsWith('-failed'));
  return [...new Set([...calls, ...failures])];
}

/** Starts a site that collects its log. `listLogLines` lists the `msg` and `event` of each entry so far. */
async function createSiteWithLog(settings: Record<string, string>) {
  const site = await createLoggedSite(settings);
  const listLogLines = () =>
    site.entries.flatMap(({ msg, event }) => (event ? [msg, event] : [msg]));
  return { ...site, listLogLines };
}

describe('docs/operations.md', () => {
  test('lists exactly the log lines that the code writes', () => {
    expect(readDocumentedLines().toSorted()).toEqual(readLoggedLines().toSorted());
  });

  test('lists the log lines that wrong passwords cause, which do not contain the password', async () => {
    const { app, entries, listLogLines } = await createSiteWithLog({});
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const payload = { password: 'my secret guess' };
      await app.inject({ method: 'POST', url: '/api/auth/admin/login', payload });
    }
    for (const line of ['sign-in-failed', 'sign-in locked']) {
      expect(listLogLines()).toContain(line);
      expect(readDocumentedLines()).toContain(line);
    }
    expect(JSON.stringify(entries)).not.toContain('my secret guess');
  });

  test('lists the log line of a rejected origin, which is written once and contains only the host', async () => {
    const { app, entries } = await createSiteWithLog({ SITE_URL: 'https://crew.example' });
    for (const origin of ['https://user:secret@www.crew.example', 'null', 'https://b.example']) {
      const headers = { origin };
      await app.inject({ method: 'POST', url: '/api/leads', payload: sampleLead, headers });
    }
    const line = 'a request from another site was refused';
    const refusals = entries.filter(({ msg }) => msg === line);
    expect(refusals).toEqual([expect.objectContaining({ origin: 'www.crew.example' })]);
    expect(JSON.stringify(refusals)).not.toContain('secret');
    expect(readDocumentedLines()).toContain(line);
  });

  test('lists the log line of a failed email', async () => {
    const { app, listLogLines, entries } = await createSiteWithLog({
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    await app.inject({ method: 'POST', url: '/api/leads', payload: sampleLead });
    await expect.poll(listLogLines).toContain('delivery failed');
    const failures = entries.filter(({ msg }) => msg === 'delivery failed');
    expect(failures[0]).toMatchObject({ code: 'ESOCKET' });
    expect(JSON.stringify(failures)).not.toContain(sampleLead.email);
    expect(readDocumentedLines()).toContain('delivery failed');
  });
});

describe('a visitor who hangs up in the middle of an inquiry', () => {
  test('causes no log line', async () => {
    const { app, listLogLines } = await createSiteWithLog({});
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const before = listLogLines();
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise<void>((resolve) => {
      app.server.once('request', (request, response) => {
        request.once('data', () => socket.destroy());
        response.once('close', resolve);
      });
    });
    const headers = ['Host: x', 'Content-Type: application/json', 'Content-Length: 100'];
    socket.write(['POST /api/leads HTTP/1.1', ...headers, '', '{"companyName":'].join('\r\n'));
    await closed;
    await app.close();
    expect(listLogLines()).toEqual(before);
  });
});
