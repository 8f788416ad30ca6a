import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { temporaryFolder } from '../temporary-folder';

export type Engine = 'sqlite' | 'postgres';

/** What a fault is run with. */
export interface FaultContext {
  engine: Engine;
  /** Settings of a server over a new, empty database. Both are gone when the fault is over. */
  newDatabase: () => Promise<Record<string, string> & { DATA_DIR: string }>;
  /** A number given on the command line (`--kills=20`), else the full one. */
  number: (name: string, full: number) => number;
  /** Runs when the fault is over, in the opposite order. */
  afterwards: (work: () => unknown) => void;
}

/** What became of a fault: how it held, or why it could not be tried here. */
export type Outcome = { passed: boolean; line: string } | { skipped: string };

/** One thing that goes wrong, and what the site keeps to all the same. */
export interface Fault {
  name: string;
  /** What must hold. */
  promise: string;
  engines: readonly Engine[];
  run: (context: FaultContext) => Promise<Outcome>;
}

export const adminPassword = 'correct horse battery staple';

const held = (line: string): Outcome => ({ passed: true, line });
const broken = (line: string): Outcome => ({ passed: false, line });

/** Holds when nothing is wrong; says the first things that are. */
export const outcome = (wrong: readonly string[], line: string): Outcome =>
  wrong.length === 0 ? held(line) : broken(`${wrong.length}: ${wrong.slice(0, 3).join('; ')}`);

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A new, empty database of an engine. @param postgres address of the server that makes it */
export async function freshDatabase(
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
  await administer(postgres, `create database ${name}`);
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: url.href },
    drop: async () => {
      await administer(postgres, `drop database if exists ${name} with (force)`);
      folder.remove();
    },
  };
}
