import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toDirectSettings } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { createS3Storage } from '../../foundation/media/s3-storage.server';
import { examineDatabase } from '../checks/examine-storage.server';
import { createBackup, createBackupPath, deleteOldBackups } from './create-backup.server';
import { replacedDatabaseFile } from './postgres-site.server';
import { restore } from './restore.server';
import { verifyBackup } from './verify-backup.server';
import { removeLeftovers } from './work-folder.server';

/** Prints a line of a command's output. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** An invalid use of a command. Only its message is printed, without a stack. */
export class UsageError extends Error {}

function parseFileArgument(args: string[], callerDir: string): string {
  const name = args.find((arg) => !arg.startsWith('--'));
  if (!name) throw new UsageError('Name a file: npm run backup -- FILE, npm run restore -- FILE');
  return resolve(callerDir, name);
}

/** Shows the progress of a backup on a terminal, as one line that is written over. */
function createProgressBar(): ((done: number, total: number) => void) | undefined {
  const { stderr } = process;
  if (!stderr.isTTY) return undefined;
  const width = 40;
  let shown = '';
  return (done, total) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const bar = '#'.repeat(Math.round(share * width)).padEnd(width, '.');
    const line = `[${bar}] ${Math.floor(share * 100)}%`;
    if (line !== shown) stderr.write(`\r${line}${share === 1 ? '\n' : ''}`);
    shown = line;
  };
}

/** Creates a signal that is aborted when the process is asked to end, as by Ctrl-C. */
function createStopSignal(): AbortSignal {
  const abortController = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => abortController.abort());
  return abortController.signal;
}

/** Runs `backup FILE`, `backup verify FILE` or `backup --into FOLDER [--keep N]`; also `--with-pictures`. */
export async function runBackup(
  environment: Environment,
  args: string[],
  callerDir: string,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      into: { type: 'string' },
      keep: { type: 'string' },
      'with-pictures': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [first, second] = positionals;
  const { DATA_DIR, BACKUP_DIR, BACKUP_PASSPHRASE, S3_BUCKET } = environment;
  const into = values.into === undefined ? undefined : resolve(callerDir, values.into);
  const named = first === 'verify' ? second : first;
  const target = into ?? (named === undefined ? BACKUP_DIR : dirname(resolve(callerDir, named)));
  await removeLeftovers({ DATA_DIR, BACKUP_DIR: target }, printLine);
  if (first === 'verify') {
    if (second === undefined) throw new UsageError('Name a file: npm run backup -- verify FILE');
    const file = resolve(callerDir, second);
    const { rows, files } = await verifyBackup(file, BACKUP_PASSPHRASE);
    printLine(`${file} can be restored: ${rows} rows and ${files} files arrived unchanged.`);
    return;
  }
  const hasPictures = values['with-pictures'];
  if (hasPictures && !S3_BUCKET)
    throw new UsageError(
      '--with-pictures is for a bucket: without one, pictures are always included.',
    );
  const keepCount = Number(values.keep ?? Number.POSITIVE_INFINITY);
  if (values.keep !== undefined && !(Number.isInteger(keepCount) && keepCount >= 1))
    throw new UsageError('--keep needs a number of backups, at least 1.');
  if (values.keep !== undefined && into === undefined)
    throw new UsageError('--keep needs a folder: npm run backup -- --into FOLDER --keep N');
  const file =
    into === undefined ? parseFileArgument(positionals, callerDir) : createBackupPath(into);
  if (existsSync(file)) throw new UsageError(`${file} already exists.`);
  const { rows, files } = await createBackup(toDirectSettings(environment), file, {
    onProgress: createProgressBar(),
    bucket: hasPictures ? createS3Storage(environment) : undefined,
    signal: createStopSignal(),
  });
  printLine(`Backed up ${rows} rows and ${files} files to ${file}`);
  printLine(
    BACKUP_PASSPHRASE === undefined
      ? 'It contains personal data and secrets: store it where strangers can’t read it.'
      : 'It is encrypted with BACKUP_PASSPHRASE, without which nobody can restore it.',
  );
  if (S3_BUCKET && !hasPictures)
    printLine('It does not include pictures in the S3 store: --with-pictures does.');
  if (into === undefined) return;
  // Only after the new one is complete.
  for (const name of deleteOldBackups(into, keepCount)) printLine(`Deleted ${name}`);
}

/** Runs `restore FILE`, also with `--force`. */
export async function runRestore(
  environment: Environment,
  args: string[],
  callerDir: string,
): Promise<void> {
  const file = parseFileArgument(args, callerDir);
  await removeLeftovers(environment, printLine);
  const settings = toDirectSettings(environment);
  const { replacedFolder, keepsAccess, skipped } = await restore(settings, file, {
    force: args.includes('--force'),
    serverUrl: environment.DATABASE_URL,
  });
  printLine(`Restored ${file}`);
  if (replacedFolder) printLine(`The previous data is in ${replacedFolder}`);
  if (replacedFolder && environment.DATABASE_URL) {
    printLine(
      `To go back to it: npm run restore -- ${join(replacedFolder, replacedDatabaseFile)} --force`,
    );
  }
  if (skipped.length > 0)
    printLine(`Left out, because they are not the site's: ${skipped.join(', ')}`);
  printLine(
    keepsAccess
      ? 'All sessions have ended. Password, second factor and recovery codes are those from before the restore.'
      : 'All sessions have ended. Password and second factor are those of the backup; codes from the app work again in a minute. Its recovery codes no longer work: make new ones in the admin area, under Security.',
  );
  for (const { level, text } of await examineDatabase({ environment })) {
    if (level === 'broken') printLine(text);
  }
}
