import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestApp } from '../support/test-app';

describe('a backup of a data folder that is a mounted volume', () => {
  test('omits lost+found at the top level but includes folders of that name in a linked folder', async () => {
    const { environment } = await createTestApp();
    const { DATA_DIR } = environment;
    for (const name of ['lost+found', '.shared/lost+found']) {
      mkdirSync(join(DATA_DIR, name), { recursive: true });
      writeFileSync(join(DATA_DIR, name, 'file'), 'x');
    }
    symlinkSync('.shared', join(DATA_DIR, 'pictures'));
    const { file } = await createTemporaryBackup(environment);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain('"file":"pictures/lost+found/file"');
    expect(text).not.toContain('"file":"lost+found/file"');
  });
});
