import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyRepository } from './copy-repository';
import { freePort } from './free-port';
import { collectOutput } from './operate';
import { temporaryFolder } from './temporary-folder';

/** Runs `npm run dev` in a copy of this repository that a test may edit. */
export async function startDevServer() {
  const { path, remove } = temporaryFolder('disk');
  copyRepository(path);
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: path,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: join(path, 'data'),
      // With a missing npm, mismatched packages fail the test. Otherwise they would be installed
      // through the link.
      npm_execpath: join(path, 'no-npm/npm-cli.js'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    child,
    url: `http://localhost:${port}`,
    output: collectOutput(child),
    /** Replaces a text of a file. */
    edit(file: string, text: string, replacement: string): void {
      const content = readFileSync(join(path, file), 'utf8');
      if (!content.includes(text)) throw new Error(`${file} does not contain: ${text}`);
      writeFileSync(join(path, file), content.replace(text, replacement));
    },
    async stop(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      remove();
    },
  };
}
