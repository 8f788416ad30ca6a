import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ApiClient } from '../support/api-client';
import { provideProgram } from '../support/debian-packages';
import { operate } from '../support/operate';
import { sampleLead } from '../support/samples';
import { createTestFolder, startEmptySite } from '../support/test-resources';

describe('age', () => {
  test('decrypts a backup that was written with BACKUP_PASSPHRASE', async ({ skip }) => {
    const reason = 'There is no age on this machine.';
    const age = provideProgram('age') ?? skip(reason);
    const terminal = provideProgram('script', 'bsdutils') ?? skip(reason);
    const folder = createTestFolder();
    const passphrase = 'a passphrase for tests';
    const env = { DATA_DIR: createTestFolder(), BACKUP_PASSPHRASE: passphrase };
    const server = await startEmptySite(env);
    expect((await new ApiClient(server.url).post('/api/leads', sampleLead)).status).toBe(201);
    const encrypted = join(folder, 'site.backup');
    expect(await operate(env, 'backup', encrypted)).toMatchObject({ code: 0 });
    const plain = join(folder, 'plain');
    // age reads the passphrase from a terminal only.
    const command = `${age} --decrypt --output ${plain} ${encrypted}`;
    execFileSync(terminal, ['-qec', command, '/dev/null'], { input: `${passphrase}\n` });
    expect(gunzipSync(readFileSync(plain)).toString()).toContain(sampleLead.companyName);
  });
});
