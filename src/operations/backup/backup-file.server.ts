import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip, gunzipSync } from 'node:zlib';
import { z } from '../../lib/schema';
import { decryptStream, encryptStream, isAgeStart } from './age.server';

/** A backup can't be created or used. The message is for the operator. */
export class BackupError extends Error {}

const headerSchema = z.object({
  format: z.literal('crewbridge-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  /** Names of the migrations that were applied to its tables, in order. */
  migrations: z.array(z.string()),
});

export type BackupHeader = z.output<typeof headerSchema>;

/** Returns whether a file that starts with these bytes is a backup, or encrypted as backups are. */
export function isBackupStart(bytes: Buffer): boolean {
  if (isAgeStart(bytes)) return true;
  // Check gzip's magic number first, so that most files are not decompressed.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return false;
  try {
    const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    return text.startsWith('{"format":"crewbridge-backup"');
  } catch {
    return false;
  }
}

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowSchema = z.object({ table: z.string(), row: z.record(z.string(), valueSchema) });
const fileSchema = z.object({ file: z.string(), mode: z.number(), content: z.string() });
const entrySchema = z.union([rowSchema, fileSchema]);
const footerSchema = z.object({ lines: z.number(), sha256: z.string() });

/** A row of a table with its raw column values, or a file of the data folder in base64. */
export type BackupEntry = z.output<typeof entrySchema>;

export interface WriteOptions {
  passphrase?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a backup: gzipped lines of JSON, the last of which is a checksum. The file is complete or
 * missing, and readable only by its owner, because it contains personal data.
 * @param options.passphrase encrypts it in the format of age
 * @param options.signal stops it, and removes what has been written
 * @returns the number of lines before the checksum @throws BackupError when the file can't be
 *   written, or was stopped
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  entries: AsyncIterable<BackupEntry>,
  { passphrase, signal }: WriteOptions = {},
): Promise<number> {
  const tempPath = `${path}.${randomUUID()}.part`;
  let lines = 0;
  let sourceError: unknown;
  async function* readEntries() {
    try {
      yield* entries;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  async function* text() {
    const hash = createHash('sha256');
    const line = (content: unknown) => {
      const json = `${JSON.stringify(content)}\n`;
      hash.update(json);
      lines += 1;
      return json;
    };
    yield line(header);
    for await (const entry of readEntries()) yield line(entry);
    yield `${JSON.stringify({ lines, sha256: hash.digest('hex') })}\n`;
  }
  try {
    const output = createWriteStream(tempPath, { mode: 0o600, flags: 'wx' });
    const source = Readable.from(text());
    if (passphrase === undefined) await pipeline(source, createGzip(), output, { signal });
    else
      await pipeline(
        source,
        createGzip(),
        (compressed: AsyncIterable<Buffer>) => encryptStream(compressed, passphrase),
        output,
        { signal },
      );
    const handle = await open(tempPath);
    await handle.sync();
    await handle.close();
    await rename(tempPath, path);
    return lines;
  } catch (error) {
    await rm(tempPath, { force: true });
    if (signal?.aborted) throw new BackupError('The backup was stopped. Nothing was written.');
    // An error of reading a file or the database already says what failed.
    const isWriteError = error !== sourceError && error instanceof Error && 'syscall' in error;
    throw isWriteError ? new BackupError(`${path} can't be written: ${error.message}`) : error;
  }
}

/** Opens a backup's compressed text. @throws BackupError when it is encrypted with another passphrase */
async function openCompressed(path: string, passphrase: string | undefined): Promise<Readable> {
  const handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(32), 0, 32, 0);
  await handle.close();
  const file = createReadStream(path);
  if (!isAgeStart(buffer)) return file;
  if (passphrase === undefined)
    throw new BackupError(`The backup ${path} is encrypted: set BACKUP_PASSPHRASE.`);
  const plain = Readable.from(decryptStream(file, passphrase));
  // After an error in its header, the library reads no further and leaves the file open.
  plain.once('close', () => file.destroy());
  return plain;
}

async function* readLines(path: string, passphrase: string | undefined): AsyncGenerator<string> {
  const source = await openCompressed(path, passphrase);
  const text = createGunzip();
  // `pipe` does not forward errors: without this, a reader would wait forever when the file can't
  // be read.
  source.on('error', (error) => text.destroy(error));
  const lines = createInterface({ input: source.pipe(text), crlfDelay: Number.POSITIVE_INFINITY });
  let failure: Error | undefined;
  text.on('error', (error) => {
    failure = error;
    lines.close();
  });
  yield* lines;
  if (failure) throw failure;
}

function parseLine<T>(schema: z.ZodMiniType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new BackupError('This is not a backup of this site, or it is damaged.');
  }
}

/**
 * Verifies a backup by reading all of it, before anything is restored.
 * @param passphrase of an encrypted backup
 * @returns its header
 * @throws BackupError when it is incomplete, damaged, or not a backup
 */
export async function checkBackup(path: string, passphrase?: string): Promise<BackupHeader> {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let last: string | undefined;
  let lineCount = 0;
  try {
    for await (const line of readLines(path, passphrase)) {
      if (last !== undefined) {
        header ??= parseLine(headerSchema, last);
        hash.update(`${last}\n`);
        lineCount += 1;
      }
      last = line;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`The backup ${path} can't be read: ${reason}.`);
  }
  const { lines, sha256 } = parseLine(footerSchema, last ?? '');
  if (!header || lines !== lineCount || sha256 !== hash.digest('hex')) {
    throw new BackupError(`The backup ${path} is damaged: its checksum is wrong.`);
  }
  return header;
}

/** Reads the rows and files of a verified backup. */
export async function* readBackup(path: string, passphrase?: string): AsyncGenerator<BackupEntry> {
  let isHeader = true;
  let previous: string | undefined;
  for await (const line of readLines(path, passphrase)) {
    if (previous !== undefined) yield parseLine(entrySchema, previous);
    if (!isHeader) previous = line;
    isHeader = false;
  }
}
