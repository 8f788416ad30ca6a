import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { pipeline as runPipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { isDeepStrictEqual } from 'node:util';
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib';
import { z } from '../../lib/schema';

/**
 * Files in the format of age with a passphrase, so that `age --decrypt` reads them without this site.
 * https://c2sp.org/age. The library is imported only for encrypted backups.
 */
const versionLine = 'age-encryption.org/v1';

/** The exponent of scrypt's cost: 2^16 takes 64 MB and less than a second. */
const workFactor = 16;

/** Returns whether a file that starts with these bytes is encrypted with age. */
const isAgeStart = (bytes: Buffer): boolean =>
  bytes.subarray(0, versionLine.length).toString('latin1') === versionLine;

// TypeScript has one type for the browsers' web streams and another one for Node's.
type WebStream = globalThis.ReadableStream<Uint8Array>;
const toWebStream = (source: AsyncIterable<Uint8Array>) => ReadableStream.from(source) as WebStream;
const iterate = (stream: WebStream) => stream as ReadableStream<Uint8Array>;

/** Encrypts a stream with a passphrase. */
async function* encryptStream(
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
async function* decryptStream(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  yield* iterate(await decrypter.decrypt(toWebStream(source)));
}

/** A backup can't be created or used. The message is for the operator. */
export class BackupError extends Error {}

/** Throws an error with a message for the operator. @throws BackupError */
export function fail(message: string, cause?: unknown): never {
  throw new BackupError(message, { cause });
}

const headerSchema = z.object({
  format: z.literal('crewbridge-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  /** Names of the migrations that were applied to its tables, in order. */
  migrations: z.array(z.string()),
});

export type BackupHeader = z.output<typeof headerSchema>;

/** SQLite has no booleans, and PostgreSQL reads 1 and 0 as well. Earlier releases wrote booleans. */
const booleanSchema = z.pipe(z.boolean(), z.transform(Number));
const valueSchema = z.union([z.string(), z.number(), z.null(), booleanSchema]);
const rowSchema = z.object({ table: z.string(), row: z.record(z.string(), valueSchema) });
const fileSchema = z.object({ file: z.string(), mode: z.number(), content: z.string() });
const footerSchema = z.object({ lines: z.number(), sha256: z.string() });
const lineSchema = z.union([rowSchema, fileSchema, headerSchema, footerSchema]);

/** A row of a table with its raw column values. */
export type BackupRow = z.output<typeof rowSchema>;

/** A row, or a file of the data folder in base64. */
export type BackupEntry = BackupRow | z.output<typeof fileSchema>;

/** Reads the start of a file, by which its format is recognized. */
function readHead(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(512);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

/** Returns whether a file is a backup, or encrypted as backups are, whatever its name. */
export function isBackupFile(path: string): boolean {
  const head = readHead(path);
  if (isAgeStart(head)) return true;
  // Check gzip's magic number first, so that most files are not decompressed.
  if (head[0] !== 0x1f || head[1] !== 0x8b) return false;
  try {
    const text = gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    return text.startsWith('{"format":"crewbridge-backup"');
  } catch {
    return false;
  }
}

/** Counts and hashes the lines of a backup, for its last line. */
function createChecksum() {
  const hash = createHash('sha256');
  let lines = 0;
  return {
    add(line: string): string {
      hash.update(`${line}\n`);
      lines += 1;
      return `${line}\n`;
    },
    getFooter: () => ({ lines, sha256: hash.digest('hex') }),
  };
}

export interface WriteOptions {
  /** Encrypts the file in the format of age. */
  passphrase?: string | undefined;
  /** Stops it, and removes what has been written. */
  signal?: AbortSignal | undefined;
}

/**
 * Writes a backup: gzipped lines of JSON, the last of which is a checksum. The file is complete or
 * missing, and readable only by its owner, because it contains personal data.
 * @throws BackupError when the file can't be written, or was stopped
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  { passphrase, signal }: WriteOptions = {},
): Promise<void> {
  const partPath = `${path}.${randomUUID()}.part`;
  let sourceError: unknown;
  async function* buildLines() {
    const checksum = createChecksum();
    yield checksum.add(JSON.stringify(header));
    try {
      for await (const entry of entries) yield checksum.add(JSON.stringify(entry));
    } catch (error) {
      sourceError = error;
      throw error;
    }
    yield `${JSON.stringify(checksum.getFooter())}\n`;
  }
  async function* encrypt(source: AsyncIterable<Buffer>) {
    yield* passphrase === undefined ? source : encryptStream(source, passphrase);
  }
  try {
    const output = createWriteStream(partPath, { mode: 0o600, flags: 'wx', flush: true });
    await runPipeline(Readable.from(buildLines()), createGzip(), encrypt, output, { signal });
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    if (signal?.aborted) fail('The backup was stopped. Nothing was written.');
    // An error of reading a file or the database already says what failed.
    const isWriteError = error !== sourceError && error instanceof Error && 'syscall' in error;
    if (isWriteError) fail(`${path} can't be written: ${error.message}`);
    throw error;
  }
}

async function* readLines(path: string, passphrase = ''): AsyncGenerator<string> {
  try {
    const isEncrypted = isAgeStart(readHead(path));
    if (isEncrypted && passphrase === '')
      fail(`The backup ${path} is encrypted: set BACKUP_PASSPHRASE.`);
    async function* decrypt(source: AsyncIterable<Buffer>) {
      yield* isEncrypted ? decryptStream(source, passphrase) : source;
    }
    // Errors of all streams arrive at the last one, which is read.
    const text = pipeline(createReadStream(path), decrypt, createGunzip(), () => {});
    // A picture is a line of megabytes, so its parts are joined only once.
    let parts: string[] = [];
    for await (const chunk of text.setEncoding('utf8')) {
      const [end, ...starts] = String(chunk).split('\n');
      parts.push(end ?? '');
      for (const start of starts) {
        yield parts.join('');
        parts = [start];
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const isWrongPassphrase = message.startsWith('no identity matched');
    const reason = isWrongPassphrase ? 'the passphrase is wrong' : message;
    fail(`The backup ${path} can't be read: ${reason}.`, error);
  }
}

function parseLine<T>(schema: z.ZodMiniType<T>, line: string | undefined): T {
  try {
    return schema.parse(JSON.parse(line ?? ''));
  } catch {
    return fail('This is not a backup of this site, or it is damaged.');
  }
}

/** Reads the header of a backup. @throws BackupError when it has none, or can't be decrypted */
export async function readHeader(path: string, passphrase?: string): Promise<BackupHeader> {
  for await (const line of readLines(path, passphrase)) return parseLine(headerSchema, line);
  return parseLine(headerSchema, undefined);
}

/**
 * Reads the rows and files of a backup, and checks all of it meanwhile. An error of `store` is thrown
 * only when the backup is undamaged, because damage may have caused it.
 * @param store receives each entry. What it stores counts only when this function returns
 * @throws BackupError when the backup is incomplete or damaged
 */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  store: (entry: BackupEntry) => Promise<void>,
): Promise<void> {
  const checksum = createChecksum();
  let failure: { error: unknown } | undefined;
  let footer: z.output<typeof footerSchema> | undefined;
  for await (const line of readLines(path, passphrase)) {
    const parsed = parseLine(lineSchema, line);
    if ('sha256' in parsed) {
      footer = parsed;
      continue;
    }
    checksum.add(line);
    if ('format' in parsed || failure) continue;
    await store(parsed).catch((error) => {
      failure = { error };
    });
  }
  if (!isDeepStrictEqual(footer, checksum.getFooter()))
    fail(`The backup ${path} is damaged: its checksum is wrong or missing.`);
  if (failure) throw failure.error;
}
