import type { TestProject } from 'vitest/node';
import { type PostgresServer, startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that a project's API tests run on. */
    engine: 'sqlite' | 'postgres';
    /** The running PostgreSQL, or the reason why there is none. */
    postgres: { url: string } | { missing: string };
  }
}

/** The projects of one run share a server: each loads this module anew, so it is kept globally. */
const shared: typeof globalThis & {
  postgresOfThisRun?: { server: Promise<PostgresServer>; users: number };
} = globalThis;

/** Starts PostgreSQL before a project's first test and stops it after the last project's last. */
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
