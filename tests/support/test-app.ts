import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject, onTestFinished, type ProvidedContext } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { databaseFileName, openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { adminUsername } from '../../src/foundation/auth/admin-account.server';
import { getSessionCookie } from '../../src/foundation/auth/cookies.server';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import {
  defaultTimings,
  type OutboxTimings,
} from '../../src/foundation/outbox/delivery-attempt.server';
import { adminPassword } from './api-client';
import { createTestDatabase } from './test-database';

/** Timings of the outbox with which a test does not wait for retries. */
export const shortTimings = {
  firstRetryMs: 20,
  maxRetryMs: 50,
  pollMs: 20,
} satisfies Partial<OutboxTimings>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS';

/**
 * Hashes the password at the lowest cost, which is stored in the hash: the sign-ins of the tests would
 * take half a minute at the real one.
 */
function hashPasswordCheaply(password: string): string {
  const [N, r, p] = [2, 1, 1];
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Creates a database with the current schema and the admin's account. Each app copies it, because
 * migrations would take longer than most tests.
 */
async function createTemplate(engine: ProvidedContext['engine']): Promise<Buffer | string> {
  const { env } = await createTestDatabase(engine);
  const db = await openDatabase(env);
  await migrate(db);
  await db
    .insertInto('users')
    .values({
      id: 'admin',
      username: adminUsername,
      password: hashPasswordCheaply(adminPassword),
      role: 'admin',
      email: null,
      createdAt: new Date().toISOString(),
    })
    .execute();
  await db.destroy();
  const template = env.DATABASE_URL
    ? new URL(env.DATABASE_URL).pathname.slice(1)
    : readFileSync(join(env.DATA_DIR, databaseFileName));
  rmSync(env.DATA_DIR, { recursive: true });
  return template;
}

/** Shared by all test files of a worker. */
const templates = new Map<ProvidedContext['engine'], ReturnType<typeof createTemplate>>();

type Cleanup = () => void | Promise<void>;

/** The cleanups of the shared site that is being created. */
let sharedCleanups: Cleanup[] | undefined;

/** Runs a cleanup when the current test ends, or when its block does if the test shares its site. */
export function onSiteReleased(cleanup: Cleanup): void {
  if (sharedCleanups) sharedCleanups.push(cleanup);
  else onTestFinished(cleanup);
}

/**
 * Creates one site for all tests of the surrounding block, because building a server takes longer
 * than most tests. For tests whose results don't depend on what the others store.
 * @returns a function for the tests, which returns the site
 */
export function shareSite<Site>(create: () => Promise<Site>): () => Site {
  const cleanups: Cleanup[] = [];
  let site: Site | undefined;
  beforeAll(async () => {
    sharedCleanups = cleanups;
    try {
      site = await create();
    } finally {
      sharedCleanups = undefined;
    }
  });
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return () => {
    if (!site) throw new Error('A shared site exists only while its tests run.');
    return site;
  };
}

/**
 * Builds the whole server with its own database, on the given engine or on that of the current
 * Vitest project.
 */
export async function createTestApp(
  settings: Record<string, string> = {},
  timings?: Partial<OutboxTimings>,
  {
    engine = inject('engine'),
    ...parts
  }: Partial<
    Pick<
      Parameters<typeof buildApp>[0],
      'adminAccountReady' | 'clientDir' | 'conversionApis' | 'logger' | 'replica'
    > &
      Pick<ProvidedContext, 'engine'>
  > = {},
) {
  const template = templates.get(engine) ?? createTemplate(engine);
  templates.set(engine, template);
  const database = await createTestDatabase(engine, await template);
  const environment = readEnvironment({
    ADMIN_PASSWORD: adminPassword,
    ...database.env,
    ...settings,
  });
  const statements: string[] = [];
  const db = await openDatabase(environment, (query) => void statements.push(query.sql));
  const app = await buildApp({
    db,
    environment,
    clientDir: join(tmpdir(), 'no-client-build'),
    outboxDelays: { ...defaultTimings, ...timings },
    ...parts,
  });
  onSiteReleased(async () => {
    await app.close();
    await db.destroy();
    await database.drop();
  });

  let cookie: string | undefined;

  /** Returns the session cookie of a signed-in admin. */
  async function adminCookie(): Promise<string> {
    cookie ??= `${getSessionCookie(environment).name}=${await startSession(db, 'admin')}`;
    return cookie;
  }

  /** Sends a request, with a JSON body if there is one. */
  const send = (
    method: Method,
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      method,
      url,
      headers,
      ...(payload !== undefined && { payload: payload as object }),
    });

  return {
    app,
    db,
    environment,
    adminCookie,
    /** Lists the statements that run until the work is done, those of background jobs among them. */
    listStatements: async (work: () => Promise<unknown>): Promise<string[]> => {
      const start = statements.length;
      await work();
      return statements.slice(start);
    },
    /** Sends a request as a visitor. */
    visitor: send,
    /** Sends a request as the signed-in admin. */
    admin: async (...[method, url, payload, headers]: Parameters<typeof send>) =>
      send(method, url, payload, { cookie: await adminCookie(), ...headers }),
  };
}

/** A site of a test, as `createTestApp` returns it. */
export type TestSite = Awaited<ReturnType<typeof createTestApp>>;

/** Posts JSON as a visitor with an IP address. */
export const postFrom = (
  { app }: Pick<TestSite, 'app'>,
  remoteAddress: string,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) => app.inject({ method: 'POST', url, payload, remoteAddress, headers });

/** Starts another app on the database of a site, as a second process would. It closes after the test. */
export async function startSecondApp(
  { db, environment }: Pick<TestSite, 'db' | 'environment'>,
  timings?: Partial<OutboxTimings>,
) {
  const app = await buildApp({
    db,
    environment,
    clientDir: join(tmpdir(), 'no-client-build'),
    ...(timings && { outboxDelays: { ...defaultTimings, ...timings } }),
  });
  onTestFinished(() => app.close());
  return app;
}
