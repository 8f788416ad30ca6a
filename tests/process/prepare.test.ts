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
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder';

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Stands in for Vite: writes the output files after a delay, and logs each build. */
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

/** Stands in for npm: recreates node_modules after a delay, and logs each install. */
const fakeNpm = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('installs.log', process.argv[2] + '\\n');
rmSync('node_modules', { recursive: true, force: true });
await new Promise((resolve) => setTimeout(resolve, 300));
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(fakeVite)});
`;

/** Creates a small project with the real scripts, and fast stand-ins for npm and Vite. */
function createProject() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const resolvePath = (path: string) => join(folder.path, path);
  cpSync(scripts, resolvePath('scripts'), { recursive: true });
  mkdirSync(resolvePath('src'));
  writeFileSync(resolvePath('src/main.ts'), '// first');
  writeFileSync(resolvePath('package.json'), '{"type":"module","engines":{"node":">=20.19.0"}}');
  writeFileSync(
    resolvePath('package-lock.json'),
    '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}',
  );
  writeFileSync(resolvePath('npm-cli.mjs'), fakeNpm);
  writeFileSync(resolvePath('npm-cli.js'), "import './npm-cli.mjs';");

  const start = (env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, ['scripts/build.mjs'], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, npm_execpath: resolvePath('npm-cli.js'), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const waitForExit = async (child: ChildProcess) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    return { code, output };
  };
  const lines = (file: string) =>
    existsSync(resolvePath(file)) ? readFileSync(resolvePath(file), 'utf8').trim().split('\n') : [];
  return {
    resolvePath,
    start,
    waitForExit,
    run: (env?: Record<string, string>) => waitForExit(start(env)),
    installs: () => lines('installs.log').length,
    builds: () => lines('builds.log').length / 2,
    /** Waits until a build is in progress. */
    waitForBuild: () =>
      vi.waitFor(() => expect(existsSync(resolvePath('dist/.draft-server'))).toBe(true), 10_000),
  };
}

describe('install and build before a command', () => {
  test('installs and builds a fresh clone once, and does nothing the second time', async () => {
    const { run, installs, builds } = createProject();
    expect((await run()).code).toBe(0);
    expect([installs(), builds()]).toEqual([1, 1]);
    expect(await run()).toEqual({ code: 0, output: '' });
    expect([installs(), builds()]).toEqual([1, 1]);
  });

  test('rebuilds for a changed source file, not for a changed test, and installs for a changed lock file', async () => {
    const { resolvePath, run, installs, builds } = createProject();
    await run();
    writeFileSync(resolvePath('src/main.ts'), '// second');
    await run();
    expect([installs(), builds()]).toEqual([1, 2]);
    writeFileSync(resolvePath('src/main.test.ts'), '// a test');
    await run();
    expect([installs(), builds()]).toEqual([1, 2]);
    appendFileSync(resolvePath('package-lock.json'), '\n');
    await run();
    expect([installs(), builds()]).toEqual([2, 3]);
  });

  test('does not install again what npm itself installed from the lock file', async () => {
    const { resolvePath, run, installs } = createProject();
    await run();
    rmSync(resolvePath('node_modules/.installed-from'));
    const record = '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}';
    writeFileSync(resolvePath('node_modules/.package-lock.json'), record);
    await run();
    expect(installs()).toBe(1);
    writeFileSync(resolvePath('node_modules/.package-lock.json'), record.replace('1.0.0', '0.9.0'));
    await run();
    expect(installs()).toBe(2);
  });

  test('installs and builds once when four processes start at the same time', async () => {
    const { run, installs, builds } = createProject();
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect([installs(), builds()]).toEqual([1, 1]);
  });

  test('builds again after a killed build, without waiting for its lock', async () => {
    const { resolvePath, start, waitForExit, run, waitForBuild, builds } = createProject();
    await run();
    writeFileSync(resolvePath('src/main.ts'), '// second');
    const killed = start({ BUILD_TAKES: '5000' });
    await waitForBuild();
    killed.kill('SIGKILL');
    await waitForExit(killed);
    const began = Date.now();
    expect((await run()).code).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(builds()).toBeGreaterThanOrEqual(2);
    expect(await run()).toEqual({ code: 0, output: '' });
  });

  test('reports a failed build, keeps the previous output, and builds again next time', async () => {
    const { resolvePath, run } = createProject();
    await run();
    writeFileSync(resolvePath('src/main.ts'), '// second');
    const failed = await run({ BUILD_FAILS: 'yes' });
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('Building the client failed.');
    expect(existsSync(resolvePath('dist/server/main.server.js'))).toBe(true);
    expect((await run()).output).toContain('Built in');
  });

  test('releases the lock when SIGTERM interrupts the build', async () => {
    const { resolvePath, start, run, waitForBuild } = createProject();
    await run();
    writeFileSync(resolvePath('src/main.ts'), '// second');
    const interrupted = start({ BUILD_TAKES: '20000' });
    await waitForBuild();
    const exited = once(interrupted, 'exit');
    interrupted.kill('SIGTERM');
    expect((await exited)[0]).toBe(143);
    expect(existsSync(resolvePath('dist/.lock'))).toBe(false);
  });

  test('waits for a lock whose owner is alive, and takes it over when the owner stops refreshing it', async () => {
    const { resolvePath, start, waitForExit, builds } = createProject();
    mkdirSync(resolvePath('dist/.lock'), { recursive: true });
    const owner = resolvePath('dist/.lock/owner.json');
    // On another host the process can't be checked, so only the age of the lock shows that it is stale.
    writeFileSync(owner, JSON.stringify({ pid: 1, host: `not-${hostname()}`, token: 'x' }));
    const waiting = start();
    const [text] = await once(waiting.stderr ?? waiting, 'data');
    expect(String(text)).toContain('Waiting for process 1');
    expect(builds()).toBe(0);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(owner, longAgo, longAgo);
    expect((await waitForExit(waiting)).code).toBe(0);
    expect(builds()).toBe(1);
  });
});
