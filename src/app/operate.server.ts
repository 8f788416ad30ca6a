import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backUp } from '../features/backup/backup.server';
import { BackupError } from '../features/backup/backup-file.server';
import { restore } from '../features/backup/restore.server';
import { examine } from '../features/doctor/doctor.server';
import { examineDatabase } from '../features/doctor/examine-storage.server';
import { turnOffAllSecondFactors } from '../features/security/second-factor.server';
import { recordEvent } from '../features/security/security-events.server';
import { openDatabase } from '../lib/database.server';
import { type Environment, EnvironmentError, readEnvironment } from '../lib/environment.server';
import { migrate } from '../lib/migrate.server';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Said to who runs the command; anything else that is thrown is a fault of ours. */
class UsageError extends Error {}

/** Where npm was called from, which is where its user means a file to be. */
const fileOf = (name: string | undefined): string => {
  if (!name) throw new UsageError('Name a file: npm run backup -- FILE, npm run restore -- FILE');
  return resolve(process.env.INIT_CWD ?? process.cwd(), name);
};

async function runBackup(environment: Environment, args: string[]): Promise<void> {
  const file = fileOf(args.find((arg) => !arg.startsWith('--')));
  if (existsSync(file)) throw new UsageError(`${file} is there already.`);
  const { rows, files } = await backUp(environment, file);
  say(`Backed up ${rows} rows and ${files} files to ${file}`);
  say('It holds people’s data and secrets: keep it where strangers can’t read it.');
  if (environment.S3_BUCKET) say('Pictures in the S3 store are not in it: use the store’s own.');
}

async function runRestore(environment: Environment, args: string[]): Promise<void> {
  const file = fileOf(args.find((arg) => !arg.startsWith('--')));
  const aside = await restore(environment, file, { force: args.includes('--force') });
  say(`Restored ${file}`);
  if (aside) say(`What was there before is in ${aside}`);
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

async function runSecondFactorOff(environment: Environment): Promise<void> {
  const db = await openDatabase(environment);
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
 * @returns the process's exit code
 */
export async function operate([command, ...args]: readonly string[]): Promise<number> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const environment = readEnvironment(process.env);
    switch (command) {
      case 'backup':
        await runBackup(environment, args);
        return 0;
      case 'restore':
        await runRestore(environment, args);
        return 0;
      case 'doctor':
        return (await runDoctor(environment)) ? 0 : 1;
      case 'second-factor-off':
        await runSecondFactorOff(environment);
        return 0;
      default:
        throw new UsageError('Say what to do: backup, restore, doctor or second-factor-off.');
    }
  } catch (error) {
    const isExpected =
      error instanceof UsageError ||
      error instanceof BackupError ||
      error instanceof EnvironmentError;
    if (!isExpected) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
