import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DatabaseFileError, toDirectSettings, withDatabase } from '../db/database.server';
import { describeConnectionError, explainDatabaseError } from '../db/errors.server';
import { migrate } from '../db/migrate.server';
import { MigrationError } from '../db/migration-state.server';
import { PlaintextError } from '../db/postgres/postgres-tls.server';
import { isStorageError } from '../db/storage-error.server';
import { turnOffSecondFactor } from '../foundation/auth/second-factor.server';
import { recordSecurityEvent } from '../foundation/auth/security-event-store.server';
import {
  type Environment,
  EnvironmentError,
  readEnvironment,
} from '../foundation/environment/environment.server';
import { createLiveSettings } from '../foundation/environment/live-settings.server';
import { registerDeliveries } from '../foundation/outbox/store.server';
import { runSelfTest } from '../leads/self-test/self-test.server';
import { AppError, getErrorCode } from '../lib/errors';
import { createSafeFetch } from '../lib/network/safe-fetch.server';
import { SECOND } from '../lib/time/durations';
import { BackupError } from '../operations/backup/backup-file.server';
import { printLine, runBackup, runRestore, UsageError } from '../operations/backup/commands.server';
import { isPassed } from '../operations/checks/check.server';
import { runChecks, runDoctor } from '../operations/checks/checks.server';
import { movePictures, pictureTargets } from '../operations/move-pictures.server';

/**
 * Runs the checks of the doctor, and prints their findings.
 * @returns whether nothing is broken or unsafe
 */
async function runDoctorCommand(environment: Environment): Promise<boolean> {
  const findings = await runDoctor(environment, process.env);
  for (const { level, text } of findings) printLine(`${level.padEnd(7)} ${text}`);
  const count = (counted: string) => findings.filter(({ level }) => level === counted).length;
  const isReady = isPassed(findings);
  printLine(
    isReady
      ? 'Ready to go live.'
      : `Not ready to go live: ${count('broken')} broken, ${count('unsafe')} unsafe.`,
  );
  return isReady;
}

/**
 * Sends a test inquiry to the running server, at its public address.
 * @returns whether nothing has failed
 */
async function runInquiryTest(environment: Environment): Promise<boolean> {
  // Loaded only here: they bring most of the server with them.
  const { deliveries } = await import('./deliveries.server');
  registerDeliveries(deliveries);
  return withDatabase(toDirectSettings(environment), async (db) => {
    const url = new URL('/api/leads', environment.SITE_URL);
    const send = createSafeFetch(environment, {
      ...{ timeoutMs: 20 * SECOND, maxBytes: 1_000_000, trustedUrl: environment.SITE_URL },
    });
    const { environment: settings } = await createLiveSettings(db, environment);
    const { success, steps } = await runSelfTest({
      db,
      environment: settings,
      examine: () => runChecks('self-test', { db, environment, settings, variables: process.env }),
      submit: async ({ body, headers }) => {
        const response = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: await response.json().catch(() => undefined) };
      },
    });
    for (const { label, state, detail } of steps)
      printLine(`${state.padEnd(7)} ${label}${detail === null ? '' : `: ${detail}`}`);
    printLine(success ? 'Inquiries arrive.' : `The test of ${environment.SITE_URL} failed.`);
    return success;
  });
}

async function runMigrate(environment: Environment): Promise<void> {
  await withDatabase(toDirectSettings(environment), async (db) => {
    const applied = await migrate(db, { report: printLine });
    for (const name of applied) printLine(`Applied ${name}`);
    printLine('The database is up to date.');
  });
}

async function runPictures(environment: Environment, args: string[]): Promise<void> {
  const [action, name] = args.filter((arg) => !arg.startsWith('--'));
  const target = pictureTargets.find((known) => known === name);
  if (action !== 'move' || !target)
    throw new UsageError('Name a target: npm run pictures -- move bucket, or move folder');
  if (!environment.S3_BUCKET)
    throw new UsageError('Set S3_ENDPOINT and the other S3_ settings: they name the bucket.');
  const removesOriginals = args.includes('--remove-originals');
  await withDatabase(toDirectSettings(environment), async (db) => {
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
  });
}

async function runSecondFactorOff(environment: Environment): Promise<void> {
  await withDatabase(toDirectSettings(environment), async (db) => {
    await migrate(db);
    await turnOffSecondFactor(db);
    await recordSecurityEvent(db, { kind: 'second-factor-off', detail: 'on the server' });
    printLine('The second factor is off: signing in needs only the password.');
  });
}

/** The commands, by name. One that returns false has failed. */
const commands: Record<
  string,
  (environment: Environment, args: string[], callerDir: string) => Promise<unknown>
> = {
  backup: runBackup,
  restore: runRestore,
  migrate: runMigrate,
  doctor: runDoctorCommand,
  pictures: runPictures,
  selftest: runInquiryTest,
  'second-factor-off': runSecondFactorOff,
};

/** Errors with a message for the operator. */
const expectedErrors = [
  UsageError,
  AppError,
  BackupError,
  DatabaseFileError,
  MigrationError,
  PlaintextError,
  EnvironmentError,
];

/**
 * Explains an error that the operator's machine, settings or arguments can cause.
 * @returns one line; undefined for any other error
 */
function explainError(
  error: unknown,
  { DATABASE_URL, MIGRATION_DATABASE_URL }: Partial<Environment>,
): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    expectedErrors.some((type) => error instanceof type) ||
    getErrorCode(error).startsWith('ERR_PARSE_ARGS')
  )
    return error.message;
  const explanation = MIGRATION_DATABASE_URL
    ? explainDatabaseError(error, MIGRATION_DATABASE_URL, 'MIGRATION_DATABASE_URL')
    : DATABASE_URL && explainDatabaseError(error, DATABASE_URL);
  if (explanation) return explanation;
  const reason = describeConnectionError(error);
  if (isStorageError(error)) return `The database or the disk can't be used: ${reason}`;
  // A file or folder, which the message names.
  return 'syscall' in error ? reason : undefined;
}

/**
 * Runs an operator's command, independently of the server.
 * @param callerDir the directory that it was called from, which relative file names refer to
 * @returns the process's exit code
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  callerDir: string,
): Promise<number> {
  // Backups and restored files must not be readable by other users.
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  let environment: Environment | undefined;
  try {
    environment = readEnvironment(process.env);
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run)
      throw new UsageError(
        'Name a command: backup, restore, migrate, doctor, pictures, selftest or second-factor-off.',
      );
    return (await run(environment, args, callerDir)) === false ? 1 : 0;
  } catch (error) {
    const line = explainError(error, environment ?? {});
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    return 1;
  }
}

// Without `npm run`: the production folder has no scripts.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(await runCommand(process.argv.slice(2), process.cwd()));
}
