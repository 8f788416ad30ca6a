import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { createTestFolder } from '../support/test-resources';

const { engines } = packageJson;
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

/**
 * Stands in for npm: recreates node_modules after a delay, and logs each install. For
 * `scripts/node`, "installs" a Node that marks its environment.
 */
const fakeNpm = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
if (process.cwd().endsWith('.node-draft')) {
  appendFileSync('../fetches.log', process.argv.slice(2).join(' ') + '\\n');
  if (process.env.FETCH_FAILS) {
    console.error('npm error code ENOTFOUND\\nnpm error syscall getaddrinfo');
    process.exit(1);
  }
  const bin = \`node_modules/node-\${process.platform}-\${process.arch}/bin\`;
  mkdirSync(bin, { recursive: true });
  const program = \`#!/bin/sh\\nexport FETCHED=yes\\nexec "${process.execPath}" "$@"\\n\`;
  writeFileSync(bin + '/node', program, { mode: 0o755 });
  process.exit();
}
appendFileSync('installs.log', process.argv[2] + '\\n');
rmSync('node_modules', { recursive: true, force: true });
await new Promise((resolve) => setTimeout(resolve, 300));
mkdirSync('node_modules/vite/bin', { recursive: true });
writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(fakeVite)});
`;

/** Creates a small project with the real scripts, and fast stand-ins for npm and Vite. */
function createProject() {
  const folder = createTestFolder();
  const resolvePath = (path: string) => join(folder, path);
  cpSync(scripts, resolvePath('scripts'), { recursive: true });
  mkdirSync(resolvePath('src'));
  writeFileSync(resolvePath('src/main.ts'), '// first');
  writeFileSync(resolvePath('package.json'), JSON.stringify({ type: 'module', engines }));
  writeFileSync(
    resolvePath('package-lock.json'),
    '{"packages":{"node_modules/vite":{"version":"1.0.0"}}}',
  );
  writeFileSync(resolvePath('npm-cli.mjs'), fakeNpm);
  writeFileSync(resolvePath('npm-cli.js'), "import './npm-cli.mjs';");

  const start = (
    env: Record<string, string> = {},
    [command = '', ...args]: string[] = [process.execPath, 'scripts/build.mjs'],
  ): ChildProcess => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, npm_execpath: resolvePath('npm-cli.js'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const waitForExit = async (child: ChildProcess) => {
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const [code] = await once(child, 'close');
    return { code, output, ...(printed && { printed }) };
  };
  const lines = (file: string) =>
    existsSync(resolvePath(file)) ? readFileSync(resolvePath(file), 'utf8').trim().split('\n') : [];
  return {
    resolvePath,
    start,
    waitForExit,
    run: (env?: Record<string, string>) => waitForExit(start(env)),
    installs: () => lines('installs.log').length,
    fetches: () => lines('fetches.log'),
    builds: () => lines('builds.log').length / 2,
    /** Waits until a build is in progress. */
    waitForBuild: () => expect.poll(() => existsSync(resolvePath('dist/.draft-server'))).toBe(true),
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
    expect(existsSync(resolvePath('dist/.preparing'))).toBe(false);
  });

  test('waits while the process that holds the lock is alive', async () => {
    const { resolvePath, start, waitForExit, builds } = createProject();
    mkdirSync(resolvePath('dist'), { recursive: true });
    const lock = resolvePath('dist/.preparing');
    writeFileSync(lock, String(process.pid));
    const waiting = start();
    const [text] = await once(waiting.stderr ?? waiting, 'data');
    expect(String(text)).toContain(`Waiting for process ${process.pid}`);
    expect(String(text)).toContain(`delete ${lock}`);
    expect(builds()).toBe(0);
    rmSync(lock);
    expect((await waitForExit(waiting)).code).toBe(0);
    expect(builds()).toBe(1);
  });
});

/** A project on a machine whose `node` reports this version. */
function createProjectOnNode(version: string) {
  const project = createProject();
  const { resolvePath, start, waitForExit } = project;
  mkdirSync(resolvePath('bin'));
  const program = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nexec "${process.execPath}" "$@"\n`;
  writeFileSync(resolvePath('bin/node'), program);
  chmodSync(resolvePath('bin/node'), 0o755);
  writeFileSync(
    resolvePath('scripts/print.mjs'),
    `import { execSync } from 'node:child_process';
    const child = execSync('node -p process.env.FETCHED').toString().trim();
    console.log(process.env.FETCHED, child, process.pid, process.argv[2]);
    process.exitCode = 7;`,
  );
  const PATH = `${resolvePath('bin')}:${process.env.PATH}`;
  const startScript = (env: Record<string, string> = {}) =>
    start({ PATH, ...env }, ['sh', 'scripts/run.sh', 'scripts/print.mjs', 'argument']);
  return {
    ...project,
    startScript,
    runScript: (env?: Record<string, string>) => waitForExit(startScript(env)),
  };
}

describe('npm scripts', () => {
  test.each(['v24.16.0', 'v24.21.1', 'v25.0.0', 'v26.10.0', 'v30.1.0'])(
    'run on the Node %s of the machine',
    async (version) => {
      const { runScript, fetches } = createProjectOnNode(version);
      const { code, output, printed } = await runScript();
      expect({ code, output, printed }).toEqual({
        code: 7,
        output: '',
        printed: expect.stringMatching(/^undefined undefined \d+ argument\n$/),
      });
      expect(fetches()).toEqual([]);
    },
  );

  test.each(['v20.19.0', 'v22.22.1', 'v24.4.0', 'v24.15.0'])(
    'fetch a newer Node once where the machine has %s, and become its process',
    async (version) => {
      const { startScript, waitForExit, runScript, fetches } = createProjectOnNode(version);
      const child = startScript();
      const { code, output, printed } = await waitForExit(child);
      expect(code).toBe(7);
      expect(printed).toBe(`yes yes ${child.pid} argument\n`);
      expect(output).toMatch(
        /^Node 24\.16 or newer is needed; .* Fetching Node 24.* npm registry …\n$/,
      );
      expect(fetches()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts/)]);
      expect((await runScript()).output).toBe('');
      expect(fetches()).toHaveLength(1);
    },
  );

  test('fetch Node once when four start at the same time', async () => {
    const { runScript, fetches } = createProjectOnNode('v20.20.2');
    const results = await Promise.all([runScript(), runScript(), runScript(), runScript()]);
    expect(results.map(({ code }) => code)).toEqual([7, 7, 7, 7]);
    expect(fetches()).toHaveLength(1);
  });

  test('fetch Node again when the locked version has changed', async () => {
    const { resolvePath, runScript, fetches } = createProjectOnNode('v20.20.2');
    await runScript();
    appendFileSync(resolvePath('scripts/node/package-lock.json'), '\n');
    expect((await runScript()).code).toBe(7);
    expect(fetches()).toHaveLength(2);
  });

  test('say in one line when Node can not be fetched, and try again the next time', async () => {
    const { runScript } = createProjectOnNode('v20.20.2');
    const { code, output, printed } = await runScript({ FETCH_FAILS: 'yes' });
    expect({ code, printed }).toEqual({ code: 1, printed: undefined });
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^Fetching Node [\d.]+ failed \(code ENOTFOUND\)\.$/,
    );
    expect(output.trim().split('\n')).toHaveLength(2);
    expect((await runScript()).code).toBe(7);
  });

  test('name no registry in the lock file of Node', () => {
    expect(readFileSync(join(scripts, 'node/package-lock.json'), 'utf8')).not.toContain('://');
  });
});
