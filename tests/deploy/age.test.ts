import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { operate } from '../support/operate';
import { sampleLead } from '../support/samples';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';

describe('age', () => {
  test('decrypts a backup that was written with BACKUP_PASSPHRASE', async (context) => {
    const age = provideProgram('age');
    const terminal = provideProgram('script', 'bsdutils');
    if (!age || !terminal) return context.skip('There is no age on this machine.');
    const folder = temporaryFolder();
    onTestFinished(folder.remove);
    const passphrase = 'a passphrase for tests';
    const env = {
      DATA_DIR: join(folder.path, 'data'),
      ADMIN_PASSWORD: adminPassword,
      BACKUP_PASSPHRASE: passphrase,
    };
    mkdirSync(env.DATA_DIR);
    const server = await startServer(env);
    onTestFinished(async () => {
      await server.kill();
    });
    expect((await new ApiClient(server.url).post('/api/leads', sampleLead)).status).toBe(201);
    const encrypted = join(folder.path, 'site.backup');
    expect(await operate(env, 'backup', encrypted)).toMatchObject({ code: 0 });
    const plain = join(folder.path, 'plain');
    // age reads the passphrase from a terminal only.
    const command = `${age} --decrypt --output ${plain} ${encrypted}`;
    execFileSync(terminal, ['-qec', command, '/dev/null'], { input: `${passphrase}\n` });
    expect(gunzipSync(readFileSync(plain)).toString()).toContain(sampleLead.companyName);
  });
});
