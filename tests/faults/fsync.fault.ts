import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../api-client';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { type Fault, outcome } from './fault';

export default {
  name: 'fsync',
  promise: 'Before each 201 the lead is on the disk: the system was asked to write it out',
  engines: ['sqlite'],
  async run({ newDatabase, number, afterwards }) {
    if (spawnSync('strace', ['-V']).status !== 0) return { skipped: 'strace is not installed' };
    const count = number('syncs', 50);
    const server = await startServer(await newDatabase());
    afterwards(() => server.kill());
    const notes = temporaryFolder();
    afterwards(() => notes.remove());
    const log = join(notes.path, 'strace');
    const tracer = spawn('strace', [
      '-f',
      '-e',
      'trace=fsync,fdatasync',
      '-o',
      log,
      '-p',
      String(server.pid),
    ]);
    afterwards(() => tracer.kill());
    const attached = await Promise.race([
      new Promise<boolean>((resolve) => {
        let said = '';
        tracer.stderr.on('data', (text) => {
          said += text;
          if (/attached/.test(said)) resolve(true);
        });
        tracer.on('close', () => resolve(false));
      }),
      pause(5_000, false),
    ]);
    if (!attached) return { skipped: 'strace may not look into processes here' };
    const syncs = () => readFileSync(log, 'utf8').match(/f(data)?sync\(\d/g)?.length ?? 0;
    const api = new ApiClient(server.url);
    const wrong: string[] = [];
    const first = syncs();
    for (let sent = 0; sent < count; sent += 1) {
      const before = syncs();
      const { status } = await api.post('/api/leads', sampleLead);
      if (status !== 201) wrong.push(`answered ${status}`);
      if (syncs() === before) wrong.push(`lead ${sent} was acknowledged before it was written out`);
    }
    return outcome(
      wrong,
      `${count} leads, ${syncs() - first} times written out, each before its 201`,
    );
  },
} satisfies Fault;
