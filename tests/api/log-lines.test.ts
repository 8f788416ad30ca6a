import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../src/app/build-app.server';
import { defaultPauses } from '../../src/features/outbox/worker.server';
import { securityEventKinds } from '../../src/features/security/security';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

const operations = new URL('../../docs/operations.md', import.meta.url);
const source = new URL('../../src/', import.meta.url);

/** The first column of the table under the heading 'Log lines'. */
function readDocumentedLines(): string[] {
  const section = readFileSync(operations, 'utf8').split(/^## /m);
  const table = section.find((part) => part.startsWith('Log lines')) ?? '';
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, line = '']) => line);
}

/** The text of each log call in the server's code, and the events that are logged as failures. */
function readLoggedLines(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const calls = files
    .filter((name) => name.endsWith('.server.ts'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .flatMap((text) => [
      ...text.matchAll(/\blog\??\.(?:info|warn|error|fatal)\((?:[^;]*?)'([^']+)',?\s*\)/g),
    ])
    .map(([, line = '']) => line);
  const failures = Object.keys(securityEventKinds).filter((kind) => kind.endsWith('-failed'));
  return [...new Set([...calls, ...failures])];
}

/** A site whose log is kept. @returns the `msg` and `event` of each entry so far */
async function siteWithLog(settings: Record<string, string>) {
  const { db, environment } = await testApp(settings);
  const entries: { msg: string; event?: string }[] = [];
  const app = await buildApp({
    db,
    environment,
    clientDir: '/nowhere',
    pauses: { ...defaultPauses, first: 20, longest: 50, poll: 20 },
    logger: { level: 'info', stream: { write: (text: string) => entries.push(JSON.parse(text)) } },
  });
  onTestFinished(() => app.close());
  const logged = () => entries.flatMap(({ msg, event }) => (event ? [msg, event] : [msg]));
  return { app, entries, logged };
}

describe('docs/operations.md', () => {
  test('names exactly the log lines that the code writes', () => {
    expect(readDocumentedLines().toSorted()).toEqual(readLoggedLines().toSorted());
  });

  test('names the log lines of wrong passwords as they are written', async () => {
    const { app, logged } = await siteWithLog({});
    for (let guess = 0; guess < 6; guess += 1) {
      const payload = { password: 'wrong' };
      await app.inject({ method: 'POST', url: '/api/auth/admin/login', payload });
    }
    for (const line of ['sign-in-failed', 'sign-in locked']) {
      expect(logged()).toContain(line);
      expect(readDocumentedLines()).toContain(line);
    }
  });

  test('names the log line of a refused origin, which is written once, with the host alone', async () => {
    const { app, entries } = await siteWithLog({ SITE_URL: 'https://crew.example' });
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

  test('names the log line of a mail that failed as it is written', async () => {
    const { app, logged } = await siteWithLog({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await app.inject({ method: 'POST', url: '/api/leads', payload: sampleLead });
    await expect.poll(logged, { interval: 20, timeout: 5_000 }).toContain('delivery failed');
    expect(readDocumentedLines()).toContain('delivery failed');
  });
});
