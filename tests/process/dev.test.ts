import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../free-port';
import { temporaryFolder } from '../temporary-folder';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files and folders of the repository that `npm run dev` needs. */
const requiredPaths = [
  ...['src', 'demo', 'migrations', 'public', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
];

const page = 'src/routes/not-found/NotFoundPage.tsx';
const heading = '404 Page Not Found';

/** Copies this repository, and links its installed packages. */
function copyRepository() {
  const folder = temporaryFolder('disk');
  onTestFinished(folder.remove);
  for (const path of requiredPaths) {
    cpSync(join(root, path), join(folder.path, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const file = join(folder.path, page);
  const original = readFileSync(file, 'utf8');
  expect(original).toContain(heading);
  return {
    path: folder.path,
    /** Replaces the page's heading; a text like `<b>` breaks the build. */
    write: (text: string) => writeFileSync(file, original.replace(heading, text)),
  };
}

async function startDev(path: string) {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: path,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: join(path, 'data'),
      // With a missing npm, mismatched packages fail the test instead of being installed through the link.
      npm_execpath: join(path, 'no-npm/npm-cli.js'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { child, url: `http://localhost:${port}`, output: () => output };
}

/** Sends a GET request on a new connection, so that the server has to accept each one. */
const get = (url: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(url, { agent: false, headers: { accept: 'text/html' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject).end();
  });

describe('npm run dev', () => {
  test('serves every request during rebuilds, and keeps serving the last build when a build fails', {
    timeout: 300_000,
  }, async () => {
    const repository = copyRepository();
    const { child, url, output } = await startDev(repository.path);
    const waitForText = (text: string) =>
      vi.waitFor(async () => expect((await get(`${url}/nothing`)).body).toContain(text), {
        timeout: 120_000,
        interval: 200,
      });
    await waitForText(heading);

    const failures: string[] = [];
    let successes = 0;
    let isDone = false;
    // The second address loads a server module that is imported lazily.
    const visitors = ['/', '/api/openapi.json'].map(async (path) => {
      while (!isDone) {
        const { status } = await get(url + path).catch((error: NodeJS.ErrnoException) => ({
          status: error.code ?? error.message,
        }));
        if (status === 200) successes += 1;
        else failures.push(`${path} ${status}`);
      }
    });

    for (const text of ['First change', 'Second change', 'Third change']) {
      repository.write(text);
      await get(url).catch(() => {});
    }
    await waitForText('Third change');
    expect(failures).toEqual([]);

    repository.write('<b>');
    await vi.waitFor(() => expect(output()).toContain('The build failed.'), 120_000);
    expect((await get(`${url}/nothing`)).body).toContain('Third change');

    repository.write('Last change');
    await waitForText('Last change');
    isDone = true;
    await Promise.all(visitors);
    expect(failures).toEqual([]);
    expect(successes).toBeGreaterThan(20);

    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([0, null]);
    await expect(get(url)).rejects.toThrow('ECONNREFUSED');
  });
});
