import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { type Fault, outcome } from './fault';

export default {
  name: 'disk-full',
  guarantee:
    'A full disk: 503 for writes, reads continue, writes succeed again without a restart, and a stop is orderly',
  engines: ['sqlite'],
  async run({ newDatabase, startServer, onCleanup }) {
    const env = await newDatabase();
    const folder = join(env.DATA_DIR, 'small');
    mkdirSync(folder);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]);
    if (mounted.status !== 0) return { skipped: 'a small tmpfs can only be mounted by root' };
    onCleanup(() => spawnSync('umount', ['-l', folder]));
    const server = await startServer({ ...env, DATA_DIR: folder });
    const api = new ApiClient(server.url);
    const problems: string[] = [];
    const lead = { ...sampleLead, message: 'x'.repeat(1_500) };
    if ((await api.post('/api/leads', lead)).status !== 201) problems.push('not stored before');
    const filler = join(folder, 'filler');
    /** Fills the disk. @returns the leads that were stored until it was full */
    async function fillDisk(): Promise<number> {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
      let status = 201;
      let tries = 0;
      for (; tries < 500 && status === 201; tries += 1) {
        ({ status } = await api.post('/api/leads', lead));
      }
      if (status !== 503) problems.push(`a write to a full disk got ${status}`);
      return tries;
    }
    const tries = await fillDisk();
    for (const [path, expected] of [
      ['/api/talents', 200],
      ['/healthz', 200],
      ['/readyz', 503],
      ['/readyz?exclude=database,disk', 200],
    ] as const) {
      const { status } = await api.get(path);
      if (status !== expected) problems.push(`${path} got ${status}`);
    }
    rmSync(filler);
    const statusAfter = (await api.post('/api/leads', lead)).status;
    if (statusAfter !== 201) problems.push(`a write after space was freed got ${statusAfter}`);
    await pause(1_000);
    if ((await api.get('/readyz')).status !== 200) problems.push('/readyz is not 200 again');
    await fillDisk();
    const { code } = await server.stop();
    if (code !== 0 || server.messages().includes('unexpected error')) {
      problems.push(
        `a stop ends with ${code}: ${server.messages().split('\n').slice(-3).join('; ')}`,
      );
    }
    return outcome(
      problems,
      `full after ${tries} more leads: 503, reads continue, 201 after space was freed`,
    );
  },
} satisfies Fault;
