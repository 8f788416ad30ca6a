import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database engine of a project's API tests. */
    engine: 'sqlite' | 'postgres';
    /** The running PostgreSQL, or the reason why it is not available. */
    postgres: { url: string } | { missing: string };
  }
}

/**
 * Global, because every project loads its own copy of this module, and all of them share one
 * server.
 */
const shared: typeof globalThis & {
  postgresOfThisRun?: { server: Promise<PostgresServer>; users: number };
} = globalThis;

/** Starts PostgreSQL before the first project and stops it after the last one. */
export default async function setup(project: TestProject) {
  shared.postgresOfThisRun ??= { server: startPostgres(), users: 0 };
  const run = shared.postgresOfThisRun;
  run.users += 1;
  try {
    const { url } = await run.server;
    project.provide('postgres', { url });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    project.provide('postgres', { missing: reason.trim() });
  }
  return async () => {
    run.users -= 1;
    if (run.users > 0) return;
    const server = await run.server.catch(() => undefined);
    await server?.stop();
  };
}
