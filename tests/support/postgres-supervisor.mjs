// Runs PostgreSQL until the parent process exits: then standard input ends, even after a crash of
// the parent, and this process stops the server and removes its folders.
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

// SIGINT is PostgreSQL's fast shutdown: it closes the connections and writes a checkpoint.
const stop = () => postgres.kill('SIGINT');

// Ctrl+C is for the test runner, which closes standard input when it is done.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
process.stdin.on('end', stop).on('error', stop).resume();

postgres.on('error', (error) => process.stderr.write(`${error.message}\n`));
postgres.on('close', (code) => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});
