import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { temporaryFolder } from '../temporary-folder';

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

export const adminPassword = 'correct horse battery staple';

const pass = (line: string): Outcome => ({ passed: true, line });
const fail = (line: string): Outcome => ({ passed: false, line });

/** Passes when there are no problems; otherwise reports the first three. */
export const outcome = (problems: readonly string[], line: string): Outcome =>
  problems.length === 0
    ? pass(line)
    : fail(`${problems.length}: ${problems.slice(0, 3).join('; ')}`);

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

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
  const name = `fault_${randomUUID().replaceAll('-', '')}`;
  await runStatement(postgres, `create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: url.href },
    drop: async () => {
      await runStatement(postgres, `drop database if exists ${name} with (force)`);
      folder.remove();
    },
  };
}
