import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { freePort } from '../support/free-port';
import { collectOutput, projectRoot } from '../support/operate';
import { sampleLead } from '../support/samples';
import { createTestFolder } from '../support/test-resources';
import { readImage } from './deploy-files';

const sandbox = fileURLToPath(new URL('./sandbox.sh', import.meta.url));

const isRoot = process.getuid?.() === 0;

/** The user `node` of the official image. */
const imageUserId = 1000;

describe('Dockerfile', () => {
  test.runIf(isRoot && process.platform === 'linux')(
    'makes a site that runs as its user, on a read-only file system, and shuts down on SIGTERM',
    async () => {
      const { buildCommands, command, env, healthCommand, user } = readImage();
      expect(user).toBe('node');
      const work = createTestFolder('disk');
      chmodSync(work, 0o755);
      const app = join(work, 'app');
      for (const buildCommand of buildCommands) {
        // The tests have built the site already.
        const script = buildCommand.replace('npm run build', 'true').replaceAll('/app', app);
        execFileSync('sh', ['-ec', script], {
          cwd: script.includes(app) ? projectRoot : app,
          stdio: 'pipe',
        });
      }
      for (const name of ['root', 'data']) execFileSync('mkdir', [join(work, name)]);
      const data = join(work, 'data');
      chmodSync(data, 0o700);
      chownSync(data, imageUserId, imageUserId);

      const port = await freePort();
      const variables = { ...env, PORT: String(port), ADMIN_PASSWORD: adminPassword };
      const child = spawn(
        'unshare',
        [
          ...['--mount', 'sh', sandbox, join(work, 'root'), app, data, process.execPath],
          ...['PATH=/opt:/usr/bin:/bin'],
          ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
          ...command,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      const readOutput = collectOutput(child);
      const exited = once(child, 'exit');
      onTestFinished(() => {
        child.kill('SIGKILL');
      });
      const url = `http://127.0.0.1:${port}`;
      while (!readOutput().includes('is listening on')) {
        if (child.exitCode !== null) throw new Error(readOutput());
        await pause(50);
      }

      const [, ...healthArguments] = healthCommand;
      const checkHealth = () =>
        spawnSync(process.execPath, healthArguments, { env: { PORT: String(port) } }).status;
      expect(checkHealth()).toBe(0);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await fetch(url)).status).toBe(200);
      expect((await new ApiClient(url).post('/api/leads', sampleLead)).status).toBe(201);
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t1000\t1000\t/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(existsSync(join(data, 'crewbridge.db'))).toBe(true);

      child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      expect(checkHealth()).toBe(1);
    },
    120_000,
  );
});
