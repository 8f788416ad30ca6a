import { createPostgresDatabase } from '../support/postgres-client';
import { temporaryFolder } from '../support/temporary-folder';

export type Engine = 'sqlite' | 'postgres';

/** Context in which a fault runs. */
export interface FaultContext {
  engine: Engine;
  /** Creates an empty database and returns server settings for it. Removed after the fault. */
  newDatabase: () => Promise<Record<string, string> & { DATA_DIR: string }>;
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

/** Creates an empty database. @param postgres URL of the PostgreSQL server */
export async function createDatabase(
  engine: Engine,
  postgres: string | undefined,
): Promise<{
  env: { DATA_DIR: string } & Record<string, string>;
  drop: () => Promise<void>;
}> {
  const folder = temporaryFolder();
  if (engine === 'sqlite' || !postgres) {
    return { env: { DATA_DIR: folder.path }, drop: async () => folder.remove() };
  }
  const { url, drop } = await createPostgresDatabase(postgres);
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: url },
    drop: async () => {
      await drop();
      folder.remove();
    },
  };
}
