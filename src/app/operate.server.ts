import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from '../features/backup/backup.server';
import { BackupError } from '../features/backup/backup-file.server';
import { replacedDatabase } from '../features/backup/postgres-site.server';
import { restore } from '../features/backup/restore.server';
import { examine } from '../features/doctor/doctor.server';
import { examineDatabase } from '../features/doctor/examine-storage.server';
import { turnOffAllSecondFactors } from '../features/security/second-factor.server';
import { recordEvent } from '../features/security/security-events.server';
import { directSettings, openDatabase } from '../lib/database.server';
import { type Environment, EnvironmentError, readEnvironment } from '../lib/environment.server';
import { migrate } from '../lib/migrate.server';
import { MigrationError } from '../lib/migration-state.server';
import { PlaintextError } from '../lib/postgres-tls.server';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Said to who runs the command; anything else that is thrown is a fault of ours. */
class UsageError extends Error {}

/** A file that the command line names. */
function fileArgument(args: string[], callerFolder: string): string {
  const name = args.find((arg) => !arg.startsWith('--'));
  if (!name) throw new UsageError('Name a file: npm run backup -- FILE, npm run restore -- FILE');
  return resolve(callerFolder, name);
}

async function runBackup(environment: Environment, file: string): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already.`);
  const { rows, files } = await backUp(directSettings(environment), file);
  say(`Backed up ${rows} rows and ${files} files to ${file}`);
  say('It holds people’s data and secrets: keep it where strangers can’t read it.');
  if (environment.S3_BUCKET) say('Pictures in the S3 store are not in it: use the store’s own.');
}

async function runRestore(
  environment: Environment,
  file: string,
  options: { force: boolean },
): Promise<void> {
  const settings = directSettings(environment);
  const { aside, keepsAccess, skipped } = await restore(settings, file, {
    ...options,
    serverUrl: environment.DATABASE_URL,
  });
  say(`Restored ${file}`);
  if (aside) say(`What was there before is in ${aside}`);
  if (aside && environment.DATABASE_URL) {
    say(`To go back to it: npm run restore -- ${join(aside, replacedDatabase)} --force`);
  }
  if (skipped.length > 0) say(`Left out, as they are not the site's: ${skipped.join(', ')}`);
  say(
    keepsAccess
      ? 'Nobody is signed in. Password, second factor and recovery codes are those from before the restore.'
      : 'Nobody is signed in. Password and second factor are those of the backup; codes of the app count again in a minute. Its recovery codes no longer count: make new ones in the admin area, under Security.',
  );
  for (const { level, text } of await examineDatabase(environment)) {
    if (level === 'wrong') say(text);
  }
}

/** @returns whether all is well */
async function runDoctor(environment: Environment): Promise<boolean> {
  const findings = await examine(environment, process.env);
  for (const { level, text } of findings) say(`${level.padEnd(7)} ${text}`);
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  const unsafe = findings.filter(({ level }) => level === 'unsafe').length;
  say(
    wrong + unsafe === 0
      ? 'Ready for going live.'
      : `Not ready for going live: ${wrong} broken, ${unsafe} unsafe.`,
  );
  return wrong + unsafe === 0;
}

async function runMigrate(environment: Environment): Promise<void> {
  const db = await openDatabase(directSettings(environment));
  try {
    const applied = await migrate(db, { report: say });
    for (const name of applied) say(`Applied ${name}`);
    say('The database is up to date.');
  } finally {
    await db.destroy();
  }
}

async function runSecondFactorOff(environment: Environment): Promise<void> {
  const db = await openDatabase(directSettings(environment));
  try {
    await migrate(db);
    await turnOffAllSecondFactors(db);
    await recordEvent(db, { kind: 'second-factor-off', detail: 'on the server' });
    say('The second factor is off: the password alone opens the admin area.');
  } finally {
    await db.destroy();
  }
}

/**
 * Runs one of the owner's commands beside the server.
 * @param callerFolder where it was called from, which relative files are meant to be in
 * @returns the process's exit code
 */
export async function operate(
  [command, ...args]: readonly string[],
  callerFolder: string,
): Promise<number> {
  // Backups and restored files are for their owner alone.
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const environment = readEnvironment(process.env);
    switch (command) {
      case 'backup':
        await runBackup(environment, fileArgument(args, callerFolder));
        return 0;
      case 'restore':
        await runRestore(environment, fileArgument(args, callerFolder), {
          force: args.includes('--force'),
        });
        return 0;
      case 'doctor':
        return (await runDoctor(environment)) ? 0 : 1;
      case 'migrate':
        await runMigrate(environment);
        return 0;
      case 'second-factor-off':
        await runSecondFactorOff(environment);
        return 0;
      default:
        throw new UsageError(
          'Say what to do: backup, restore, migrate, doctor or second-factor-off.',
        );
    }
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof BackupError ||
      error instanceof MigrationError ||
      error instanceof PlaintextError ||
      error instanceof EnvironmentError;
    if (!isExpected) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
