import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { ensureAdminAccount } from '../features/auth/admin-account.server';
import { renderingApart } from '../features/pictures/rendering-apart.server';
import {
  countUnreadableSecrets,
  unreadableSecret,
} from '../features/security/second-factor.server';
import { recordSettings } from '../features/security/settings-changes.server';
import { DamagedDatabaseError, openDatabase } from '../lib/database.server';
import { EnvironmentError, readEnvironment } from '../lib/environment.server';
import { migrate } from '../lib/migrate.server';
import { buildApp } from './build-app.server';
import { fillWithDemoContent } from './demo-content.server';
import { loggedError } from './logged-error.server';

/** The browser bundle lies beside this one. */
const clientDir = fileURLToPath(new URL('../client', import.meta.url));
/** The build has rendered them beside this file. */
const demoPictures = fileURLToPath(new URL('./pictures', import.meta.url));
const renderEntry = fileURLToPath(new URL('./render-picture.server.js', import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readSettings() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (error instanceof EnvironmentError) fail(error.message);
    throw error;
  }
}

const environment = readSettings();
const db = await openDatabase(environment).catch((error: unknown) => {
  if (error instanceof DamagedDatabaseError) fail(error.message);
  throw error;
});
await migrate(db);
const account = await ensureAdminAccount(db, environment);
await recordSettings(db, process.env);
if ((await countUnreadableSecrets({ db, environment }, { reseal: true })) > 0) {
  process.stderr.write(`${unreadableSecret}\n`);
}
if (environment.DEMO_CONTENT) await fillWithDemoContent(db);

const app = await buildApp({
  db,
  environment,
  clientDir,
  demoPictures,
  renderPicture: renderingApart(renderEntry),
  accountSettled: account.settled,
  logger: { level: 'info', serializers: { err: loggedError } },
});

/** Milliseconds that a stop may take: who asked for it kills what takes longer, often after ten seconds. */
const longestStop = 9_500;

/** Lets the requests in flight finish, then closes the database. */
async function close(): Promise<void> {
  // A mail server or a database that does not answer must not hold it up: what was acknowledged is stored.
  setTimeout(() => fail('Stopped before everything was finished.'), longestStop);
  await account.settled;
  await app.stop();
  await db.destroy();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close);

/**
 * Connections that the system holds until they are accepted. With Node's 511, of a thousand that come at
 * once half try again, by themselves, after one second, three and seven.
 */
const backlog = 4_096;

try {
  await app.listen({ host: environment.HOST, port: environment.PORT, backlog });
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    fail(`Port ${environment.PORT} is taken. Stop what uses it, or set PORT to another one.`);
  }
  throw error;
}

if (account.generated) {
  say(`Admin password, shown this once: ${account.generated}`);
  say(`It is kept in ${environment.DATA_DIR}/admin-password`);
}
const [address] = app.addresses();
const port = typeof address === 'object' ? address.port : environment.PORT;
say(`${environment.SITE_NAME} is listening on http://${environment.HOST}:${port}`);
// V8 would let the rendering's garbage lie until the process holds 200 MB; so the young generation never
// grows beyond what it is by now, and the old one is looked through when it has grown by three tenths.
// Rejected: --optimize-for-size, which held as little and took half as long again for each enquiry. Not
// at once: with a flag changed, Node compiles each module of its own anew that it loads from then on.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=30']) {
  setFlagsFromString(flag);
}

// Stops the server when the settings' password could not be made the account's.
await account.settled;
