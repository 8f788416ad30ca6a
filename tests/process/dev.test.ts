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

/** What `npm run dev` reads of a clone. */
const parts = [
  ...['src', 'demo', 'migrations', 'public', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'],
];

const page = 'src/pages/not-found/NotFoundPage.tsx';
const heading = '404 Page Not Found';

/** A copy of this clone, with the packages that are installed here. */
function copyClone() {
  const folder = temporaryFolder('disk');
  onTestFinished(folder.remove);
  for (const part of parts) {
    cpSync(join(root, part), join(folder.path, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const file = join(folder.path, page);
  const original = readFileSync(file, 'utf8');
  expect(original).toContain(heading);
  return {
    path: folder.path,
    /** Gives the page another heading, or breaks its file. */
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
      // Packages that do not fit fail the test; nothing is installed through the link.
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

/** One request on a connection of its own, so that each of them has to be accepted. */
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
  test('answers every request while the site is built anew, and keeps serving when a build fails', {
    timeout: 300_000,
  }, async () => {
    const clone = copyClone();
    const { child, url, output } = await startDev(clone.path);
    const shows = (text: string) =>
      vi.waitFor(async () => expect((await get(`${url}/nothing`)).body).toContain(text), {
        timeout: 120_000,
        interval: 200,
      });
    await shows(heading);

    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    // The second address loads a part of the server that is loaded when it is first asked for.
    const visitors = ['/', '/api/openapi.json'].map(async (path) => {
      while (!isOver) {
        const { status } = await get(url + path).catch((error: NodeJS.ErrnoException) => ({
          status: error.code ?? error.message,
        }));
        if (status === 200) answered += 1;
        else failures.push(`${path} ${status}`);
      }
    });

    for (const text of ['First change', 'Second change', 'Third change']) {
      clone.write(text);
      await get(url).catch(() => {});
    }
    await shows('Third change');
    expect(failures).toEqual([]);

    clone.write('<b>');
    await vi.waitFor(() => expect(output()).toContain('The build failed.'), 120_000);
    expect((await get(`${url}/nothing`)).body).toContain('Third change');

    clone.write('Last change');
    await shows('Last change');
    isOver = true;
    await Promise.all(visitors);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(20);

    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    await expect(get(url)).rejects.toThrow('ECONNREFUSED');
  });
});
