import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { DecryptionError, decryptStream, encryptStream, isAgeStart } from './age.server';

/** A low cost: the passphrase is no secret. */
const workFactor = 8;

const passphrase = 'a passphrase for tests';

async function* split(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

const encrypt = (bytes: Buffer, partSize = 10_000) =>
  collect(encryptStream(split(bytes, partSize), passphrase, workFactor));

const decrypt = (bytes: Buffer, password = passphrase, partSize = 10_000) =>
  collect(decryptStream(split(bytes, partSize), password));

const chunk = 64 * 1024;

describe('age', () => {
  test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_000])(
    'decrypts %i bytes to what was encrypted',
    async (size) => {
      const bytes = randomBytes(size);
      const encrypted = await encrypt(bytes);
      expect(isAgeStart(encrypted)).toBe(true);
      expect(await decrypt(encrypted, passphrase, 777)).toEqual(bytes);
    },
  );

  test('decrypts a file of an earlier release, which had its own implementation', async () => {
    const encrypted = await readFile('tests/support/fixtures/encrypted-backup.age');
    expect(String(await decrypt(encrypted))).toBe('A backup that an earlier release encrypted.\n');
  });

  test('rejects a wrong passphrase', async () => {
    const encrypted = await encrypt(Buffer.from('secret'));
    await expect(decrypt(encrypted, 'another passphrase')).rejects.toThrow(
      'The passphrase is wrong.',
    );
  });

  test.each([
    ['without its last chunk', (bytes: Buffer) => bytes.subarray(0, -100)],
    ['cut at the end of a chunk', (bytes: Buffer) => bytes.subarray(0, -(100_000 - chunk + 16))],
    ['with a longer end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(20)])],
    [
      'with another header',
      (bytes: Buffer) => {
        const changeFirst = (_: string, start: string) => `--- ${start === 'A' ? 'B' : 'A'}`;
        return Buffer.from(bytes.toString('latin1').replace(/--- (.)/, changeFirst), 'latin1');
      },
    ],
    [
      'with an alphabet that is not the one of age',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/--- ./, '--- _'), 'latin1'),
    ],
    ['of a header alone', (bytes: Buffer) => bytes.subarray(0, 100)],
    [
      'with a changed byte',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))),
    ],
  ])('rejects a file %s', async (_, damage) => {
    const encrypted = await encrypt(randomBytes(100_000));
    await expect(decrypt(damage(encrypted))).rejects.toThrow(DecryptionError);
  });
});
