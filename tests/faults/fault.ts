import { adminPassword } from '../support/api-client';
import { createSiteSettings } from '../support/postgres-client';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';

export type Engine = 'sqlite' | 'postgres';

/** Context in which a fault runs. */
export interface FaultContext {
  engine: Engine;
  /** Creates an empty database and returns server settings for it. Removed after the fault. */
  newDatabase: () => Promise<Record<string, string> & { DATA_DIR: string }>;
  /** Creates a folder, which is removed after the fault. @returns its path */
  newFolder: (place?: 'disk' | 'memory') => string;
  /** Starts the built server, which is killed after the fault. */
  startServer: typeof startServer;
  /** Returns a number from the command line (`--kills=20`), or the full one by default. */
  numberFlag: (name: string, full: number) => number;
  /** Registers cleanup, which runs after the fault in reverse order. */
  onCleanup: (work: () => unknown) => void;
}

/** The result of a fault: passed, failed, or the reason why it could not run here. */
export type Outcome = { passed: boolean; line: string } | { skipped: string };

/** A failure that is injected, and what the site guarantees despite it. */
export interface Fault {
  name: string;
  guarantee: string;
  engines: readonly Engine[];
  run: (context: FaultContext) => Promise<Outcome>;
}

const pass = (line: string): Outcome => ({ passed: true, line });
const fail = (line: string): Outcome => ({ passed: false, line });

/** Passes when there are no problems; otherwise reports the first three. */
export const outcome = (problems: readonly string[], line: string): Outcome =>
  problems.length === 0
    ? pass(line)
    : fail(`${problems.length}: ${problems.slice(0, 3).join('; ')}`);

/** What came of a fault on an engine. */
export interface Row {
  name: string;
  engine: Engine;
  result: 'passed' | 'FAILED' | 'skipped';
  line: string;
  seconds: number;
}

/**
 * Runs a fault, and removes afterwards what it has created.
 * @param postgres URL of the PostgreSQL server
 * @param numbers how much is tested, instead of the full numbers
 */
export async function runFault(
  fault: Fault,
  engine: Engine,
  postgres: string | undefined,
  numbers: ReadonlyMap<string, number>,
): Promise<Row> {
  const started = performance.now();
  const cleanups: (() => unknown)[] = [];
  const context: FaultContext = {
    engine,
    numberFlag: (name, full) => numbers.get(name) ?? full,
    onCleanup: (work) => cleanups.unshift(work),
    newFolder(place) {
      const { path, remove } = temporaryFolder(place);
      cleanups.unshift(remove);
      return path;
    },
    async startServer(...options) {
      const server = await startServer(...options);
      cleanups.unshift(() => server.kill());
      return server;
    },
    newDatabase: async () => {
      const { env, drop } = await createSiteSettings(engine === 'postgres' ? postgres : undefined);
      cleanups.unshift(drop);
      return { ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false', ...env };
    },
  };
  let result: Outcome;
  try {
    result = await fault.run(context);
  } catch (error) {
    result = { passed: false, line: error instanceof Error ? error.message : String(error) };
  }
  for (const work of cleanups) await work();
  const seconds = (performance.now() - started) / 1000;
  const { name } = fault;
  if ('skipped' in result)
    return { name, engine, result: 'skipped', line: result.skipped, seconds };
  return { name, engine, result: result.passed ? 'passed' : 'FAILED', line: result.line, seconds };
}
