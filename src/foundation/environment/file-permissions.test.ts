import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restrictExposedFiles } from './file-permissions.server';

/** The user id of `nobody` on most systems: any user except root. */
const nobodyUid = 65_534;

describe('restrictExposedFiles', () => {
  test.skipIf(process.getuid?.() !== 0)('skips folders of another user without an error', () => {
    const folder = mkdtempSync(join(tmpdir(), 'private-files-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'pictures', 'foreign'), { recursive: true });
    writeFileSync(join(folder, 'pictures', 'foreign', 'file'), 'x');
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'pictures'), 0o755);
    chmodSync(join(folder, 'pictures', 'foreign'), 0o700);
    process.seteuid?.(nobodyUid);
    onTestFinished(() => process.seteuid?.(0));
    expect(() => restrictExposedFiles(folder)).not.toThrow();
    process.seteuid?.(0);
    expect(statSync(join(folder, 'pictures')).mode & 0o777).toBe(0o755);
    restrictExposedFiles(folder);
    expect(statSync(join(folder, 'pictures')).mode & 0o777).toBe(0o700);
  });
});
