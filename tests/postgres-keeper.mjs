// Runs PostgreSQL for as long as whoever started this lives: when our standard input ends, which it
// does however the other side went, the server is stopped and its folders removed.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const [settings = ''] = process.argv.slice(2);
/** @type {{ command: string, args: string[], folders: string[], uid?: number, gid?: number }} */
const { command, args, folders, uid, gid } = JSON.parse(settings);

const postgres = spawn(command, args, {
  cwd: folders[0],
  stdio: ['ignore', 'inherit', 'inherit'],
  ...(uid !== undefined && { uid }),
  ...(gid !== undefined && { gid }),
});

// Fast shutdown: ends the connections, writes a checkpoint.
const stop = () => postgres.kill('SIGINT');

// A Ctrl+C is for the test runner, which ends our standard input in its own time.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
process.stdin.on('end', stop).on('error', stop).resume();

postgres.on('error', (error) => process.stderr.write(`${error.message}\n`));
postgres.on('close', (code) => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});
