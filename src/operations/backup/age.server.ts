import { ReadableStream } from 'node:stream/web';

/**
 * Files in the format of age with a passphrase, so that `age --decrypt` reads them without this site.
 * https://c2sp.org/age. The library is imported only for encrypted backups.
 */
const versionLine = 'age-encryption.org/v1';

/** The exponent of scrypt's cost: 2^16 takes 64 MB and less than a second. */
const workFactor = 16;

/** Returns whether a file that starts with these bytes is encrypted with age. */
export const isAgeStart = (bytes: Buffer): boolean =>
  bytes.subarray(0, versionLine.length).toString('latin1') === versionLine;

// TypeScript has one type for the browsers' web streams and another one for Node's.
type WebStream = globalThis.ReadableStream<Uint8Array>;
const toWebStream = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as WebStream;
const iterate = (stream: WebStream) => stream as ReadableStream<Uint8Array>;

/** Encrypts a stream with a passphrase. */
export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  yield* iterate(await encrypter.encrypt(toWebStream(source)));
}

/** Decrypts a stream. @throws the library's error for a wrong passphrase or a damaged file */
export async function* decryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* iterate(await decrypter.decrypt(toWebStream(source)));
}
