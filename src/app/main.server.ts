import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import {
  DatabaseFileError,
  openDatabase,
  openReplica,
  type TimedQuery,
  toDirectSettings,
} from '../db/database.server';
import { explainDatabaseError } from '../db/errors.server';
import { migrate } from '../db/migrate.server';
import { MigrationError } from '../db/migration-state.server';
import { listDatabaseHosts } from '../db/postgres/postgres-hosts.server';
import {
  describeTlsRisk,
  PlaintextError,
  readPostgresTls,
} from '../db/postgres/postgres-tls.server';
import { isStorageError } from '../db/storage-error.server';
import { ensureAdminAccount } from '../foundation/auth/admin-account.server';
import { recordSettingsChanges } from '../foundation/auth/changed-variables.server';
import { EnvironmentError, readEnvironment } from '../foundation/environment/environment.server';
import { restrictExposedFiles } from '../foundation/environment/file-permissions.server';
import { createChildProcessRenderer } from '../foundation/media/child-process-renderer.server';
import type { Api } from '../http/api.server';
import { getErrorCode } from '../lib/errors';
import { SECOND } from '../lib/time/durations';
import { startBackupSchedule } from '../operations/backup/schedule.server';
import { removeLeftovers } from '../operations/backup/work-folder.server';
import { checkSecrets, checkSettings } from '../operations/checks/startup-checks.server';
import { buildApp } from './app.server';
import { seedDemoContent } from './seed-demo-content.server';
import { createStartupLog, logBase, serializeError } from './startup-log.server';
import { waitForDatabase } from './wait-for-database.server';

const clientDir = fileURLToPath(new URL('../client', import.meta.url));
/** The folder of the demo pictures, which the build renders. */
const demoPicturesDir = fileURLToPath(new URL('./pictures', import.meta.url));
const operatePath = fileURLToPath(new URL('./operate.server.js', import.meta.url));
const renderWorkerPath = fileURLToPath(new URL('./render-picture.server.js', import.meta.url));

let log = createStartupLog();
const printLine = (line: string) => log.info(line);
const printWarning = (line: string) => log.warn(line);

function fail(message: string): never {
  log.fatal({}, message);
  process.exit(1);
}

// Instead of Node's own lines, which are plain text.
process.on('uncaughtException', (error: unknown) => {
  const err = error instanceof Error ? error : new Error(String(error));
  log.fatal({ err }, 'unexpected error');
  process.exit(1);
});
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => printWarning(`${name}: ${message}`));

function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (error instanceof EnvironmentError) fail(error.message);
    throw error;
  }
}

// New files are readable only by the server's user. SQLite, for one, sets no mode on its files.
process.umask(0o077);
const environment = readSettings();
log = createStartupLog(environment.LOG_LEVEL);
if (existsSync(environment.DATA_DIR)) restrictExposedFiles(environment.DATA_DIR);
await removeLeftovers(environment, printWarning);

/** Aborts the startup: with one line when the cause is known, otherwise with the error. */
function failStartup(error: unknown): never {
  const isExpected =
    error instanceof DatabaseFileError ||
    error instanceof PlaintextError ||
    error instanceof MigrationError;
  if (isExpected) fail(error.message);
  const explanation =
    environment.DATABASE_URL && explainDatabaseError(error, environment.DATABASE_URL);
  if (explanation) fail(explanation);
  throw error;
}

// A signal ends the process immediately until there is something to close. Later signals change
// nothing: npm and service managers send the same one twice, to npm and to all of its processes.
let shutDown = async (): Promise<void> => process.exit(0);
let isShuttingDown = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!isShuttingDown) void shutDown();
    isShuttingDown = true;
  });
}

// Statements are not reported before the log exists: migrations may take long.
let onQuery = (_query: TimedQuery): void => {};
const { SLOW_QUERY_MS, OTEL_EXPORTER_OTLP_ENDPOINT } = environment;
const isTimed = SLOW_QUERY_MS !== undefined || OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
const reportQuery = isTimed ? (query: TimedQuery) => onQuery(query) : undefined;
const db = await openDatabase(environment, reportQuery).catch(failStartup);
const replica = await openReplica(environment, reportQuery).catch(failStartup);
for (const { setting, url } of listDatabaseHosts(environment)) {
  try {
    const warning = describeTlsRisk(readPostgresTls(url, environment, setting), setting);
    if (warning) printWarning(warning);
  } catch (error) {
    failStartup(error);
  }
}

async function runMigrations(): Promise<void> {
  const directDb = environment.MIGRATION_DATABASE_URL
    ? await openDatabase(toDirectSettings(environment))
    : db;
  try {
    await migrate(directDb, { report: printWarning });
  } catch (error) {
    const { MIGRATION_DATABASE_URL: url } = environment;
    const explanation = url && explainDatabaseError(error, url, 'MIGRATION_DATABASE_URL');
    if (explanation) fail(explanation);
    throw error;
  } finally {
    if (directDb !== db) await directDb.destroy();
  }
}

/** Prepares the database. Runs again from the beginning after the database was unavailable. */
async function prepareDatabase() {
  await runMigrations();
  await recordSettingsChanges(db, process.env);
  const warnings = [
    ...(await checkSecrets({ db, environment }, { reencrypt: true })),
    ...(await checkSettings(db)),
  ];
  if (environment.DEMO_CONTENT) await seedDemoContent(db);
  // Last, because it continues in the background.
  return { warnings, account: await ensureAdminAccount(db, environment) };
}

/**
 * Connections that the operating system queues until they are accepted. With Node's default of 511,
 * half of a thousand simultaneous connections are retried by TCP after one, three and seven
 * seconds.
 */
const backlog = 4_096;

/** Explains why a port can't be opened; undefined when the cause is unknown. */
function explainListenError(error: unknown): string | undefined {
  const code = getErrorCode(error);
  if (/^(ENOTFOUND|EAI_\w+|EINVAL|EADDRNOTAVAIL)$/.test(code)) {
    return `HOST: ${environment.HOST.slice(0, 100)} is not an address of this machine.`;
  }
  if (!(error instanceof Error && 'port' in error)) return undefined;
  const setting = error.port === environment.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE') {
    return `Port ${error.port} is in use. Stop the process that uses it, or set ${setting} to another port.`;
  }
  return code === 'EACCES'
    ? `Port ${error.port} is reserved for root. Set ${setting} to one above 1023.`
    : undefined;
}

async function listen(server: Api): Promise<void> {
  try {
    await server.listen({ host: environment.HOST, port: environment.PORT, backlog });
  } catch (error) {
    const explanation = explainListenError(error);
    if (explanation) fail(explanation);
    throw error;
  }
}

const { account, warnings } = await waitForDatabase(prepareDatabase, {
  environment,
  listen,
  report: printWarning,
}).catch(failStartup);
for (const warning of warnings) printWarning(warning);

// Keeps V8's young generation at the 8 MB that it has reached by now. Without the flag, it grew to
// 16 MB in most starts, and serving pages needs no more. Not set earlier: a changed flag makes V8
// reject the code cache of Node's own modules that load afterwards. From here on, only ten of them
// load.
setFlagsFromString('--semi-space-growth-factor=1');

const app = await buildApp({
  db,
  replica,
  environment,
  clientDir,
  demoPicturesDir,
  renderPicture: createChildProcessRenderer(renderWorkerPath),
  adminAccountReady: account.passwordReady,
  logger: {
    level: environment.LOG_LEVEL,
    base: logBase,
    serializers: { err: serializeError },
  },
});

onQuery = (query) => {
  app.recordQuery?.(query);
  if (SLOW_QUERY_MS === undefined || query.durationMs < SLOW_QUERY_MS) return;
  app.log.warn({ sql: query.sql, durationMs: Math.round(query.durationMs) }, 'slow query');
};

/** Timeout of a shutdown after the drain. Service managers often kill after ten seconds. */
const maxShutdownMs = 9_500 + environment.DRAIN_SECONDS * SECOND;

/** Logs an outage, such as a full disk: what is acknowledged is stored, so a shutdown continues. */
function logOutage(error: unknown): void {
  if (!isStorageError(error)) throw error;
  app.log.error({ err: error }, 'storage is unavailable');
}

/** Lets the requests in flight finish, then closes the database. */
shutDown = async () => {
  // A mail server or database that does not respond must not block the shutdown. Everything
  // acknowledged is stored already.
  setTimeout(() => fail('Stopped before everything was finished.'), maxShutdownMs);
  await account.passwordReady;
  await app.stop().catch(logOutage);
  await Promise.all([db.destroy(), replica?.destroy()]).catch(logOutage);
  process.exit(0);
};

startBackupSchedule(app, { db, environment, entry: operatePath });
await listen(app);

if (account.generatedPassword) {
  const file = join(environment.DATA_DIR, 'admin-password');
  if (process.stdout.isTTY) {
    printLine(`Admin password, shown this once: ${account.generatedPassword}`);
    printLine(`It is stored in ${file}`);
  } else {
    // A service manager keeps the output in a log, which others may read.
    printLine(`The admin password is in ${file}`);
  }
}
const [address] = app.addresses();
const port = typeof address === 'object' ? address.port : environment.PORT;
printLine(`${environment.SITE_NAME} is listening on http://${environment.HOST}:${port}`);
// Collects the old generation when it has grown by 30%; by default V8 lets the garbage of rendering
// grow to 200 MB. Rejected: --optimize-for-size, which used as little memory but made each inquiry
// take half as long again. Not before the first request can be served, because collections would
// slow the start.
setFlagsFromString('--heap-growing-percent=30');

// Stops the server when the configured password could not be set on the account.
await account.passwordReady;
