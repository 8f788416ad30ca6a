import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { type Fault, outcome } from './fault';

export default {
  name: 'fsync',
  guarantee: 'Every lead is on the disk before its 201: the server has called fsync',
  engines: ['sqlite'],
  async run({ newDatabase, newFolder, startServer, numberFlag, onCleanup }) {
    if (spawnSync('strace', ['-V']).status !== 0) return { skipped: 'strace is not installed' };
    const count = numberFlag('syncs', 50);
    const server = await startServer(await newDatabase());
    const log = join(newFolder(), 'strace');
    const args = ['-f', '-e', 'trace=fsync,fdatasync', '-o', log, '-p', String(server.pid)];
    const tracer = spawn('strace', args);
    onCleanup(() => tracer.kill());
    const attached = await Promise.race([
      new Promise<boolean>((resolve) => {
        let output = '';
        tracer.stderr.on('data', (text) => {
          output += text;
          if (/attached/.test(output)) resolve(true);
        });
        tracer.on('close', () => resolve(false));
      }),
      pause(5_000, false),
    ]);
    if (!attached) return { skipped: 'strace is not allowed to trace processes here' };
    const countSyncs = () => readFileSync(log, 'utf8').match(/f(data)?sync\(\d/g)?.length ?? 0;
    const api = new ApiClient(server.url);
    const problems: string[] = [];
    const syncsBefore = countSyncs();
    for (let sent = 0; sent < count; sent += 1) {
      const before = countSyncs();
      const { status } = await api.post('/api/leads', sampleLead);
      if (status !== 201) problems.push(`got ${status}`);
      if (countSyncs() === before) problems.push(`lead ${sent} was acknowledged before an fsync`);
    }
    return outcome(
      problems,
      `${count} leads, ${countSyncs() - syncsBefore} syncs, each lead synced before its 201`,
    );
  },
} satisfies Fault;
