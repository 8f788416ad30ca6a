import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Files in the format of age (age-encryption.org/v1) with a passphrase, so that `age --decrypt`
 * reads them without this site. https://c2sp.org/age
 */
const versionLine = 'age-encryption.org/v1';

const cipher = 'chacha20-poly1305';
const authTagLength = 16;
const chunkBytes = 64 * 1024;
const fileKeyBytes = 16;
const nonceBytes = 16;

/** The exponent of scrypt's cost: 2^16 takes 64 MB and a quarter of a second. */
const defaultWorkFactor = 16;

/** Files of others may have more, up to 1 GB. */
const maxWorkFactor = 20;

/** The longest header with one passphrase is half of it. */
const maxHeaderBytes = 512;

/** The file can't be decrypted. The message is for the operator. */
export class DecryptionError extends Error {}

/** Returns whether a file that starts with these bytes is encrypted with age. */
export const isAgeStart = (bytes: Buffer): boolean =>
  bytes.subarray(0, versionLine.length).toString('latin1') === versionLine;

const encodeBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const deriveKey = (fileKey: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', fileKey, salt, info, 32));

const computeMac = (fileKey: Buffer, header: string): Buffer =>
  createHmac('sha256', deriveKey(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

type Scrypt = (
  password: string,
  salt: Buffer,
  keyBytes: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>;

const deriveWrapKey = (passphrase: string, salt: Buffer, exponent: number): Promise<Buffer> => {
  const N = 2 ** exponent;
  const label = Buffer.from(`${versionLine}/scrypt`);
  const options = { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 };
  return (promisify(scrypt) as Scrypt)(passphrase, Buffer.concat([label, salt]), 32, options);
};

function seal(key: Buffer, nonce: Buffer, plaintext: Buffer): Buffer {
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength });
  return Buffer.concat([sealing.update(plaintext), sealing.final(), sealing.getAuthTag()]);
}

/** @throws DecryptionError when the bytes were not sealed with this key and nonce */
function open(key: Buffer, nonce: Buffer, sealed: Buffer, message: string): Buffer {
  if (sealed.length < authTagLength) throw new DecryptionError(message);
  try {
    const opening = createDecipheriv(cipher, key, nonce, { authTagLength });
    opening.setAuthTag(sealed.subarray(-authTagLength));
    return Buffer.concat([opening.update(sealed.subarray(0, -authTagLength)), opening.final()]);
  } catch {
    throw new DecryptionError(message);
  }
}

const zeroNonce = Buffer.alloc(12);

/** The nonce of a chunk: its number, and whether it is the last one. */
function createChunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Cuts a stream into pieces of exactly `size`; the last one may be shorter. */
async function* cut(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    // One byte more, because only then the piece is not the last one.
    if (length <= size) continue;
    let rest = Buffer.concat(parts);
    while (rest.length > size) {
      yield { piece: rest.subarray(0, size), isLast: false };
      rest = rest.subarray(size);
    }
    parts = [rest];
    length = rest.length;
  }
  yield { piece: Buffer.concat(parts), isLast: true };
}

/** Encrypts a stream with a passphrase. @param workFactor the exponent of scrypt's cost */
export async function* encryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  workFactor = defaultWorkFactor,
): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(fileKeyBytes);
  const salt = randomBytes(16);
  const wrapKey = await deriveWrapKey(passphrase, salt, workFactor);
  const header = [
    versionLine,
    `-> scrypt ${encodeBase64(salt)} ${workFactor}`,
    encodeBase64(seal(wrapKey, zeroNonce, fileKey)),
    '---',
  ].join('\n');
  yield Buffer.from(`${header} ${encodeBase64(computeMac(fileKey, header))}\n`);
  const nonce = randomBytes(nonceBytes);
  yield nonce;
  const key = deriveKey(fileKey, nonce, 'payload');
  let index = 0;
  for await (const { piece, isLast } of cut(source, chunkBytes)) {
    yield seal(key, createChunkNonce(index, isLast), piece);
    index += 1;
  }
}

/** Reads the header and the nonce. The rest of what has been read follows. */
async function readHeader(iterator: AsyncIterator<Buffer>) {
  let bytes = Buffer.alloc(0);
  for (;;) {
    const text = bytes.toString('latin1');
    const end = /^--- [^\n]+\n/m.exec(text);
    const headerBytes = end ? end.index + end[0].length : Number.POSITIVE_INFINITY;
    if (bytes.length >= headerBytes + nonceBytes) {
      return {
        header: text.slice(0, headerBytes),
        nonce: bytes.subarray(headerBytes, headerBytes + nonceBytes),
        rest: bytes.subarray(headerBytes + nonceBytes),
      };
    }
    const next = bytes.length < maxHeaderBytes || end ? await iterator.next() : undefined;
    if (!next || next.done) throw new DecryptionError('The file is not complete.');
    bytes = Buffer.concat([bytes, next.value]);
  }
}

const headerPattern = new RegExp(
  `^(${versionLine}\\n-> scrypt ([A-Za-z\\d+/]{22}) (\\d{1,2})\\n([A-Za-z\\d+/]{43})\\n---) ([A-Za-z\\d+/]{43})\\n$`,
);

async function openFileKey(header: string, passphrase: string): Promise<Buffer> {
  const [, signed = '', salt = '', exponent = '', wrapped = '', mac = ''] =
    headerPattern.exec(header) ?? [];
  if (!signed || Number(exponent) > maxWorkFactor)
    throw new DecryptionError('The file is encrypted, but not with a passphrase that we can use.');
  const wrapKey = await deriveWrapKey(passphrase, Buffer.from(salt, 'base64'), Number(exponent));
  const sealed = Buffer.from(wrapped, 'base64');
  const fileKey = open(wrapKey, zeroNonce, sealed, 'The passphrase is wrong.');
  const isIntact = timingSafeEqual(Buffer.from(mac, 'base64'), computeMac(fileKey, signed));
  if (!isIntact) throw new DecryptionError('The header of the file is damaged.');
  return fileKey;
}

/** Decrypts a stream. @throws DecryptionError for a wrong passphrase or a damaged file */
export async function* decryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const { header, nonce, rest } = await readHeader(iterator);
  const fileKey = await openFileKey(header, passphrase);
  const key = deriveKey(fileKey, nonce, 'payload');
  async function* readRest() {
    yield rest;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  let index = 0;
  for await (const { piece, isLast } of cut(readRest(), chunkBytes + authTagLength)) {
    yield open(key, createChunkNonce(index, isLast), piece, 'The file is damaged.');
    index += 1;
  }
}
