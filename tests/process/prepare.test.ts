import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder';

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Builds like Vite as far as `prepare` can tell: slowly, and one line a build into a log. */
const fakeVite = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
const isServer = process.argv.includes('--ssr');
appendFileSync('builds.log', isServer ? 'server\\n' : 'client\\n');
mkdirSync(isServer ? out : out + '/.vite', { recursive: true });
await new Promise((resolve) => setTimeout(resolve, Number(process.env.BUILD_TAKES ?? 300)));
if (process.env.BUILD_FAILS) process.exit(1);
const files = isServer ? ['main.server.js', 'operate.server.js'] : ['.vite/manifest.json'];
for (const file of files) writeFileSync(out + '/' + file, '{}');
`;

/** Installs like npm: into a node_modules that is made anew. */
const fakeNpm = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('installs.log', process.argv[2] + '\\n');
rmSync('node_modules', { recursive: true, force: true });
await new Promise((resolve) => setTimeout(resolve, 300));
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(fakeVite)});
`;

/** A small clone with our own scripts, and parts that take no minute in place of npm and Vite. */
function clone() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const at = (path: string) => join(folder.path, path);
  cpSync(scripts, at('scripts'), { recursive: true });
  mkdirSync(at('src'));
  writeFileSync(at('src/main.ts'), '// first');
  writeFileSync(at('package.json'), '{"type":"module","engines":{"node":">=20.19.0"}}');
  writeFileSync(at('package-lock.json'), '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}');
  writeFileSync(at('npm-cli.mjs'), fakeNpm);
  writeFileSync(at('npm-cli.js'), "import './npm-cli.mjs';");

  const start = (env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, ['scripts/build.mjs'], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, npm_execpath: at('npm-cli.js'), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const ended = async (child: ChildProcess) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    return { code, output };
  };
  const lines = (file: string) =>
    existsSync(at(file)) ? readFileSync(at(file), 'utf8').trim().split('\n') : [];
  return {
    at,
    start,
    ended,
    run: (env?: Record<string, string>) => ended(start(env)),
    installs: () => lines('installs.log').length,
    builds: () => lines('builds.log').length / 2,
    /** Waits until a started build is under way. */
    building: () =>
      vi.waitFor(() => expect(existsSync(at('dist/.draft-server'))).toBe(true), 10_000),
  };
}

test('a fresh clone is installed and built, a second time nothing is done', async () => {
  const { run, installs, builds } = clone();
  expect((await run()).code).toBe(0);
  expect([installs(), builds()]).toEqual([1, 1]);
  expect(await run()).toEqual({ code: 0, output: '' });
  expect([installs(), builds()]).toEqual([1, 1]);
});

test('a changed source is built, a changed test is not, a changed lock file is installed', async () => {
  const { at, run, installs, builds } = clone();
  await run();
  writeFileSync(at('src/main.ts'), '// second');
  await run();
  expect([installs(), builds()]).toEqual([1, 2]);
  writeFileSync(at('src/main.test.ts'), '// a test');
  await run();
  expect([installs(), builds()]).toEqual([1, 2]);
  appendFileSync(at('package-lock.json'), '\n');
  await run();
  expect([installs(), builds()]).toEqual([2, 3]);
});

test('what npm itself has installed from the lock file is not installed again', async () => {
  const { at, run, installs } = clone();
  await run();
  rmSync(at('node_modules/.installed-from'));
  const record = '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}';
  writeFileSync(at('node_modules/.package-lock.json'), record);
  await run();
  expect(installs()).toBe(1);
  writeFileSync(at('node_modules/.package-lock.json'), record.replace('1.0.0', '0.9.0'));
  await run();
  expect(installs()).toBe(2);
});

test('several that start at once install and build once', async () => {
  const { run, installs, builds } = clone();
  const results = await Promise.all([run(), run(), run(), run()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect([installs(), builds()]).toEqual([1, 1]);
});

test('a build that was killed is not taken for a finished one, and its lock holds nobody up', async () => {
  const { at, start, ended, run, building, builds } = clone();
  await run();
  writeFileSync(at('src/main.ts'), '// second');
  const killed = start({ BUILD_TAKES: '5000' });
  await building();
  killed.kill('SIGKILL');
  await ended(killed);
  const began = Date.now();
  expect((await run()).code).toBe(0);
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(builds()).toBeGreaterThanOrEqual(2);
  expect(await run()).toEqual({ code: 0, output: '' });
});

test('a build that fails says so and leaves the finished one in place, as stale', async () => {
  const { at, run } = clone();
  await run();
  writeFileSync(at('src/main.ts'), '// second');
  const failed = await run({ BUILD_FAILS: 'yes' });
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('Building the client failed.');
  expect(existsSync(at('dist/server/main.server.js'))).toBe(true);
  expect((await run()).output).toContain('Built in');
});

test('an interrupt ends the build and gives the lock back', async () => {
  const { at, start, run, building } = clone();
  await run();
  writeFileSync(at('src/main.ts'), '// second');
  const interrupted = start({ BUILD_TAKES: '20000' });
  await building();
  const exited = once(interrupted, 'exit');
  interrupted.kill('SIGTERM');
  expect((await exited)[0]).toBe(143);
  expect(existsSync(at('dist/.lock'))).toBe(false);
});

test('a lock is waited for while its owner is alive, and taken when it has gone silent', async () => {
  const { at, start, ended, builds } = clone();
  mkdirSync(at('dist/.lock'), { recursive: true });
  const owner = at('dist/.lock/owner.json');
  // Of another host: whether such a process lives can't be asked, only its silence tells.
  writeFileSync(owner, JSON.stringify({ pid: 1, host: `not-${hostname()}`, token: 'x' }));
  const waiting = start();
  const [text] = await once(waiting.stderr ?? waiting, 'data');
  expect(String(text)).toContain('Waiting for process 1');
  expect(builds()).toBe(0);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(owner, longAgo, longAgo);
  expect((await ended(waiting)).code).toBe(0);
  expect(builds()).toBe(1);
});
