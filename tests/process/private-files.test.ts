import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { freePort } from '../support/free-port';
import { runDoctor } from '../support/operate';
import { samplePicture } from '../support/pictures';
import { createTestFolder, startEmptySite, startTestServer } from '../support/test-resources';

const entry = fileURLToPath(new URL('../../dist/server/main.server.js', import.meta.url));

/** Lists everything in a folder that other users of the machine may read, write or enter. */
const listExposed = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
    .sort();

describe.skipIf(process.platform === 'win32')('DATA_DIR', () => {
  test('contains only files that other users of the machine cannot read', async () => {
    const DATA_DIR = createTestFolder();
    const server = await startTestServer({ DATA_DIR, DEMO_CONTENT: 'false' });
    const api = new ApiClient(server.url);
    await api.signIn(readFileSync(join(DATA_DIR, 'admin-password'), 'utf8').trim());
    expect((await api.upload(await samplePicture())).status).toBe(200);
    expect(readdirSync(DATA_DIR)).toEqual(
      expect.arrayContaining(['admin-password', 'crewbridge.db', 'crewbridge.db-wal', 'pictures']),
    );
    expect(listExposed(DATA_DIR)).toEqual([]);
  });

  test('gets private file modes at the start, also for files that an earlier release or a copy left open', async () => {
    const DATA_DIR = createTestFolder();
    const first = await startEmptySite({ DATA_DIR });
    // Killed, so that SQLite's -wal and -shm files stay.
    await first.kill();
    const picture = join('pictures', 'a-picture');
    mkdirSync(join(DATA_DIR, picture), { recursive: true });
    for (const name of ['secret-key', 'site.backup', join(picture, 'full.jpg'), 'notes.txt']) {
      writeFileSync(join(DATA_DIR, name), name === 'site.backup' ? gzipSync('{}') : 'x'.repeat(40));
    }
    for (const name of readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })) {
      const file = join(DATA_DIR, name);
      chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
    }
    expect(listExposed(DATA_DIR)).toContain('crewbridge.db-wal');

    expect(await runDoctor({ DATA_DIR, ADMIN_PASSWORD: adminPassword })).toMatch(
      /^unsafe +.*crewbridge\.db can be read by other users of this machine/m,
    );

    await startEmptySite({ DATA_DIR });
    // Files that the site does not own keep their mode.
    expect(listExposed(DATA_DIR)).toEqual(['notes.txt']);
  });
});

describe('generated admin password', () => {
  test.skipIf(!existsSync('/usr/bin/script'))(
    'is printed on a terminal, only at the first start',
    async () => {
      const DATA_DIR = createTestFolder();
      const startOnTerminal = async () => {
        const child = spawn(
          '/usr/bin/script',
          ['-qec', `'${process.execPath}' '${entry}'`, '/dev/null'],
          {
            cwd: DATA_DIR,
            env: { PATH: process.env.PATH, DATA_DIR, PORT: String(await freePort()) },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        onTestFinished(() => {
          child.kill();
        });
        let output = '';
        for await (const text of child.stdout.setEncoding('utf8')) {
          output += text;
          if (output.includes('is listening on')) break;
        }
        child.kill();
        return output;
      };
      const output = await startOnTerminal();
      const password = readFileSync(join(DATA_DIR, 'admin-password'), 'utf8').trim();
      expect(output).toContain(`Admin password, shown this once: ${password}`);
      expect(await startOnTerminal()).not.toContain(password);
    },
  );
});
