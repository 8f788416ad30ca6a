import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { adminPassword } from '../test-app';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files that the server build needs, and the pictures that an earlier build has rendered. */
const requiredPaths = [
  ...['src', 'demo', 'migrations', 'public', 'dist/.pictures'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
];

const recipeFile = 'src/features/leads/lead-note.delivery.server.ts';
const recipe = `
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineDelivery } from '../../foundation/outbox/delivery.server';

export default defineDelivery({
  kind: 'lead-note',
  on: 'lead-created',
  getDisabledReason: () => undefined,
  deliver: ({ leadId }, { environment }) =>
    appendFile(join(environment.DATA_DIR, 'notes'), leadId),
});
`;

/** Copies this repository, adds a file and builds the server. @returns the server's entry */
async function buildWith(file: string, content: string): Promise<string> {
  const folder = temporaryFolder('disk');
  onTestFinished(folder.remove);
  for (const path of requiredPaths) {
    const source = join(root, path);
    if (existsSync(source)) cpSync(source, join(folder.path, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  writeFileSync(join(folder.path, file), content);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' };
  const args = [vite, 'build', '--ssr', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: folder.path, env });
  return join(folder.path, 'dist/server/main.server.js');
}

describe('README recipe "add a delivery"', () => {
  test('works with one new file and no other change', { timeout: 120_000 }, async () => {
    const entry = await buildWith(recipeFile, recipe);
    const data = temporaryFolder();
    const server = await startServer(
      { DATA_DIR: data.path, ADMIN_PASSWORD: adminPassword },
      { entry },
    );
    onTestFinished(async () => {
      await server.stop();
      data.remove();
    });
    const api = new ApiClient(server.url);
    const { id } = (await api.post('/api/leads', sampleLead)).body as { id: string };
    await api.signIn(adminPassword);
    const readNoteStatuses = async () => {
      const { body } = await api.get(`/api/leads/${id}/deliveries`);
      return (body as { kind: string; status: string }[])
        .filter(({ kind }) => kind === 'lead-note')
        .map(({ status }) => status);
    };
    await expect.poll(readNoteStatuses, { timeout: 10_000 }).toEqual(['sent']);
    expect(readFileSync(join(data.path, 'notes'), 'utf8')).toBe(id);
  });
});

describe('documentation', () => {
  test('names only files and folders that exist', () => {
    const documents = ['README.md', 'SECURITY.md', 'docs/operations.md', 'docs/trust.md'];
    const missing = documents.flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8');
      const named = text.matchAll(
        /`((?:src|migrations|demo|bench|tests|scripts|docs)\/[\w./-]*)`/g,
      );
      const linked = text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g);
      const folder = document.startsWith('docs/') ? 'docs' : '.';
      return [
        ...[...named].map(([, path = '']) => path),
        ...[...linked].map(([, path = '']) => join(folder, path)),
      ].filter((path) => !existsSync(join(root, path)));
    });
    expect(missing).toEqual([]);
  });
});
