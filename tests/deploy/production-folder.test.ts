import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { temporaryFolder } from '../support/temporary-folder';
import { createTestFolder, startTestServer } from '../support/test-resources';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Linux's user without rights, `nobody`. */
const nobodyId = 65_534;
const isRoot = process.getuid?.() === 0;

const maxMegabytes = 150;

const folder = temporaryFolder('disk');

function listFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function runNpm(...args: string[]): void {
  const cwd = folder.path;
  execFileSync('npm', [...args, '--no-audit', '--no-fund'], { cwd, stdio: 'pipe' });
}

beforeAll(() => {
  for (const name of ['client', 'server', 'package.json', 'package-lock.json']) {
    cpSync(join(dist, name), join(folder.path, name), { recursive: true });
  }
  runNpm('ci', '--ignore-scripts', '--prefer-offline');
  // Readable to everybody, writable to nobody but root.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder.path]);
});

afterAll(() => folder.remove());

function createDataFolder(): string {
  const data = createTestFolder('disk');
  if (isRoot) chownSync(data, nobodyId, nobodyId);
  chmodSync(data, 0o700);
  return data;
}

describe('the production folder', () => {
  test('serves pages, and stores a lead, without any other package', async () => {
    const server = await startTestServer(
      { DATA_DIR: createDataFolder(), ADMIN_PASSWORD: adminPassword },
      {
        entry: join(folder.path, 'server/main.server.js'),
        ...(isRoot && { userId: nobodyId }),
      },
    );
    const pages = ['/', '/talent', '/api/docs/', '/api/openapi.json', '/readyz'];
    const statuses = await Promise.all(
      pages.map(async (page) => (await fetch(`${server.url}${page}`)).status),
    );
    expect(statuses).toEqual(pages.map(() => 200));
    const api = new ApiClient(server.url);
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    await api.signIn();
    expect((await api.get('/api/leads')).body).toMatchObject([
      { companyName: sampleLead.companyName },
    ]);
  });

  test('runs the operator’s commands', () => {
    const output = execFileSync('npm', ['run', '--silent', 'migrate'], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, DATA_DIR: createDataFolder() },
      encoding: 'utf8',
    });
    expect(output).toContain('The database is up to date.');
  });

  test(`takes at most ${maxMegabytes} MB`, () => {
    const bytes = listFiles(folder.path).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes / 1e6).toBeLessThan(maxMegabytes);
  });
});
