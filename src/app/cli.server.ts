import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase, toDirectSettings } from '../db/database.server';
import { migrate } from '../db/migrate.server';
import { MigrationError } from '../db/migration-state.server';
import { PlaintextError } from '../db/postgres-tls.server';
import { runSelfTest } from '../features/leads/self-test/self-test.server';
import { turnOffSecondFactor } from '../foundation/auth/second-factor.server';
import { recordSecurityEvent } from '../foundation/auth/security-event-store.server';
import { createS3Storage } from '../foundation/media/s3-storage.server';
import {
  type Environment,
  EnvironmentError,
  readEnvironment,
} from '../foundation/settings/environment.server';
import { createLiveSettings } from '../foundation/settings/live-settings.server';
import { AppError } from '../lib/errors';
import { getErrorCode } from '../lib/get-error-code';
import { SECOND } from '../lib/time';
import { BackupError } from '../operations/backup/backup-file.server';
import { createBackupPath, deleteOldBackups } from '../operations/backup/backup-folder.server';
import { createBackup } from '../operations/backup/create-backup.server';
import { replacedDatabaseFile } from '../operations/backup/postgres-site.server';
import { restore } from '../operations/backup/restore.server';
import { verifyBackup } from '../operations/backup/verify-backup.server';
import { runExaminations } from '../operations/doctor/doctor.server';
import { examineDatabase } from '../operations/doctor/examine-storage.server';
import { movePictures, pictureTargets } from '../operations/move-pictures.server';

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** An invalid use of a command. Only its message is printed, without a stack. */
class UsageError extends Error {}

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

async function writeBackupFile(
  environment: Environment,
  file: string,
  hasPictures: boolean,
): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} already exists.`);
  const settings = toDirectSettings(environment);
  const { rows, files } = await createBackup(settings, file, {
    onProgress: createProgressBar(),
    bucket: hasPictures ? createS3Storage(environment) : undefined,
  });
  printLine(`Backed up ${rows} rows and ${files} files to ${file}`);
  printLine(
    settings.BACKUP_PASSPHRASE === undefined
      ? 'It contains personal data and secrets: store it where strangers can’t read it.'
      : 'It is encrypted with BACKUP_PASSPHRASE, without which nobody can restore it.',
  );
  if (environment.S3_BUCKET && !hasPictures)
    printLine('It does not include pictures in the S3 store: --with-pictures does.');
}

async function runVerify({ BACKUP_PASSPHRASE }: Environment, file: string): Promise<void> {
  const { rows, files } = await verifyBackup(file, BACKUP_PASSPHRASE);
  printLine(`${file} can be restored: ${rows} rows and ${files} files arrived unchanged.`);
}

/** Runs `backup FILE`, `backup verify FILE` or `backup --into FOLDER [--keep N]`; also `--with-pictures`. */
async function runBackup(
  environment: Environment,
  args: readonly string[],
  callerDir: string,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      into: { type: 'string' },
      keep: { type: 'string' },
      'with-pictures': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [first, second] = positionals;
  if (first === 'verify' && second !== undefined) {
    await runVerify(environment, resolve(callerDir, second));
    return;
  }
  const hasPictures = values['with-pictures'];
  if (hasPictures && !environment.S3_BUCKET)
    throw new UsageError(
      '--with-pictures is for a bucket: without one, pictures are always included.',
    );
  if (values.into === undefined) {
    await writeBackupFile(environment, parseFileArgument(positionals, callerDir), hasPictures);
    return;
  }
  const keepCount = values.keep === undefined ? undefined : Number(values.keep);
  if (keepCount !== undefined && !(Number.isInteger(keepCount) && keepCount >= 1))
    throw new UsageError('--keep needs a number of backups, at least 1.');
  const folder = resolve(callerDir, values.into);
  await writeBackupFile(environment, createBackupPath(folder), hasPictures);
  // Only after the new one is complete.
  if (keepCount === undefined) return;
  for (const name of deleteOldBackups(folder, keepCount)) printLine(`Deleted ${name}`);
}

async function runRestore(
  environment: Environment,
  file: string,
  options: { force: boolean },
): Promise<void> {
  const settings = toDirectSettings(environment);
  const {
    aside: replacedCopy,
    keepsAccess,
    skipped,
  } = await restore(settings, file, {
    ...options,
    serverUrl: environment.DATABASE_URL,
  });
  printLine(`Restored ${file}`);
  if (replacedCopy) printLine(`The previous data is in ${replacedCopy}`);
  if (replacedCopy && environment.DATABASE_URL) {
    printLine(
      `To go back to it: npm run restore -- ${join(replacedCopy, replacedDatabaseFile)} --force`,
    );
  }
  if (skipped.length > 0)
    printLine(`Left out, because they are not the site's: ${skipped.join(', ')}`);
  printLine(
    keepsAccess
      ? 'All sessions have ended. Password, second factor and recovery codes are those from before the restore.'
      : 'All sessions have ended. Password and second factor are those of the backup; codes from the app work again in a minute. Its recovery codes no longer work: make new ones in the admin area, under Security.',
  );
  for (const { level, text } of await examineDatabase(environment)) {
    if (level === 'wrong') printLine(text);
  }
}

/**
 * Prints the findings of the doctor's examinations.
 * @returns whether nothing is broken or unsafe
 */
async function runDoctor(environment: Environment): Promise<boolean> {
  const findings = await runExaminations(environment, process.env);
  for (const { level, text } of findings) printLine(`${level.padEnd(7)} ${text}`);
  const wrongCount = findings.filter(({ level }) => level === 'wrong').length;
  const unsafeCount = findings.filter(({ level }) => level === 'unsafe').length;
  printLine(
    wrongCount + unsafeCount === 0
      ? 'Ready to go live.'
      : `Not ready to go live: ${wrongCount} broken, ${unsafeCount} unsafe.`,
  );
  return wrongCount + unsafeCount === 0;
}

/**
 * Sends a test inquiry to the running server, at its public address.
 * @returns whether nothing has failed
 */
async function runInquiryTest(environment: Environment): Promise<boolean> {
  const db = await openDatabase(toDirectSettings(environment));
  try {
    const url = new URL('/api/leads', environment.SITE_URL);
    const { success, steps } = await runSelfTest({
      db,
      environment: (await createLiveSettings(db, environment)).environment,
      submit: async ({ body, headers }) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(20 * SECOND),
        });
        return { status: response.status, body: await response.json().catch(() => undefined) };
      },
    });
    for (const { label, state, detail } of steps)
      printLine(`${state.padEnd(7)} ${label}${detail === null ? '' : `: ${detail}`}`);
    printLine(success ? 'Inquiries arrive.' : `The test of ${environment.SITE_URL} failed.`);
    return success;
  } finally {
    await db.destroy();
  }
}

async function runMigrate(environment: Environment): Promise<void> {
  const db = await openDatabase(toDirectSettings(environment));
  try {
    const applied = await migrate(db, { report: printLine });
    for (const name of applied) printLine(`Applied ${name}`);
    printLine('The database is up to date.');
  } finally {
    await db.destroy();
  }
}

async function runPictures(environment: Environment, args: string[]): Promise<void> {
  const [action, name] = args.filter((arg) => !arg.startsWith('--'));
  const target = pictureTargets.find((known) => known === name);
  if (action !== 'move' || !target)
    throw new UsageError('Name a target: npm run pictures -- move bucket, or move folder');
  if (!environment.S3_BUCKET)
    throw new UsageError('Set S3_ENDPOINT and the other S3_ settings: they name the bucket.');
  const removesOriginals = args.includes('--remove-originals');
  const db = await openDatabase(environment);
  try {
    const options = { target, removesOriginals, report: printLine };
    const { pictures, present, bytes, missing } = await movePictures(db, environment, options);
    const copied = pictures - present - missing.length;
    printLine(
      `Compared ${pictures} pictures: ${copied} copied (${(bytes / 1e6).toFixed(1)} MB), ${present} were there already.`,
    );
    for (const id of missing) printLine(`Neither side has a file of the picture ${id}.`);
    printLine(
      removesOriginals
        ? 'The originals are removed.'
        : 'The originals are still there: --remove-originals removes them after a comparison.',
    );
  } finally {
    await db.destroy();
  }
}

async function runSecondFactorOff(environment: Environment): Promise<void> {
  const db = await openDatabase(toDirectSettings(environment));
  try {
    await migrate(db);
    await turnOffSecondFactor(db);
    await recordSecurityEvent(db, { kind: 'second-factor-off', detail: 'on the server' });
    printLine('The second factor is off: signing in needs only the password.');
  } finally {
    await db.destroy();
  }
}

/**
 * Runs an operator's command, independently of the server.
 * @param callerDir the directory that it was called from, which relative file names refer to
 * @returns the process's exit code
 */
export async function runCommand(
  [command, ...args]: readonly string[],
  callerDir: string,
): Promise<number> {
  // Backups and restored files must not be readable by other users.
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const environment = readEnvironment(process.env);
    switch (command) {
      case 'backup':
        await runBackup(environment, args, callerDir);
        return 0;
      case 'restore':
        await runRestore(environment, parseFileArgument(args, callerDir), {
          force: args.includes('--force'),
        });
        return 0;
      case 'doctor':
        return (await runDoctor(environment)) ? 0 : 1;
      case 'selftest':
        return (await runInquiryTest(environment)) ? 0 : 1;
      case 'migrate':
        await runMigrate(environment);
        return 0;
      case 'pictures':
        await runPictures(environment, args);
        return 0;
      case 'second-factor-off':
        await runSecondFactorOff(environment);
        return 0;
      default:
        throw new UsageError(
          'Name a command: backup, restore, migrate, doctor, pictures, selftest or second-factor-off.',
        );
    }
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof AppError ||
      error instanceof BackupError ||
      error instanceof MigrationError ||
      error instanceof PlaintextError ||
      error instanceof EnvironmentError ||
      getErrorCode(error).startsWith('ERR_PARSE_ARGS');
    if (!isExpected) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

// Without `npm run`: the production folder has no scripts.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(await runCommand(process.argv.slice(2), process.cwd()));
}
