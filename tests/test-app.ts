import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { buildApp } from '../src/app/build-app.server';
import { ensureAdminAccount } from '../src/features/auth/admin-account.server';
import { defaultPauses, type OutboxPauses } from '../src/features/outbox/worker.server';
import { openDatabase } from '../src/lib/database.server';
import { readEnvironment } from '../src/lib/environment.server';
import { migrate } from '../src/lib/migrate.server';
import { createTestDatabase } from './test-database';

export const adminPassword = 'correct horse battery staple';

/** The whole server over a database of its own, on the engine that the suite runs on. */
export async function testApp(settings: Record<string, string> = {}, pauses?: Partial<OutboxPauses>) {
  const database = await createTestDatabase(inject('engine'));
  const environment = readEnvironment({
    ADMIN_PASSWORD: adminPassword,
    ...database.env,
    ...settings,
  });
  const db = await openDatabase(environment);
  await migrate(db);
  await ensureAdminAccount(db, environment);
  const app = await buildApp({
    db,
    environment,
    clientDir: join(tmpdir(), 'no-client-build'),
    pauses: { ...defaultPauses, ...pauses },
  });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
    await database.drop();
  });

  let cookie: string | undefined;

  /** The session cookie of the signed-in admin. */
  async function adminCookie(): Promise<string> {
    if (cookie) return cookie;
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/admin/login',
      payload: { password: adminPassword },
    });
    const session = response.cookies.find((one) => one.name.endsWith('session'));
    if (!session) throw new Error(`No session: ${response.body}`);
    cookie = `${session.name}=${session.value}`;
    return cookie;
  }

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT' | 'HEAD' | 'OPTIONS';

  return {
    app,
    db,
    environment,
    adminCookie,
    /** A request of a visitor. */
    visitor: (method: Method, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
      app.inject({ method, url, headers, ...(payload !== undefined && { payload: payload as object }) }),
    /** A request of the signed-in admin. */
    admin: async (method: Method, url: string, payload?: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method,
        url,
        headers: { cookie: await adminCookie(), ...headers },
        ...(payload !== undefined && { payload: payload as object }),
      }),
  };
}
