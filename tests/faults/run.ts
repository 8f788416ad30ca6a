import { startPostgres } from '../postgres';
import {
  adminPassword,
  type Engine,
  type Fault,
  type FaultContext,
  freshDatabase,
  type Outcome,
} from './fault';

const modules = import.meta.glob<{ default: Fault }>('./*.fault.ts', { eager: true });
const faults = Object.values(modules).map((module) => module.default);

interface Row {
  name: string;
  engine: Engine;
  result: 'held' | 'BROKEN' | 'skipped';
  line: string;
  seconds: number;
}

async function runOne(
  fault: Fault,
  engine: Engine,
  { postgres, numbers }: { postgres: string | undefined; numbers: Map<string, number> },
): Promise<Row> {
  const started = performance.now();
  const cleaning: (() => unknown)[] = [];
  const context: FaultContext = {
    engine,
    number: (name, full) => numbers.get(name) ?? full,
    afterwards: (work) => cleaning.unshift(work),
    newDatabase: async () => {
      const { env, drop } = await freshDatabase(engine, postgres);
      cleaning.unshift(drop);
      return { ADMIN_PASSWORD: adminPassword, DEMO_CONTENT: 'false', ...env };
    },
  };
  let result: Outcome;
  try {
    result = await fault.run(context);
  } catch (error) {
    result = { passed: false, line: error instanceof Error ? error.message : String(error) };
  }
  for (const work of cleaning) await work();
  const seconds = (performance.now() - started) / 1000;
  const { name } = fault;
  if ('skipped' in result)
    return { name, engine, result: 'skipped', line: result.skipped, seconds };
  return { name, engine, result: result.passed ? 'held' : 'BROKEN', line: result.line, seconds };
}

const print = (row: Row) =>
  process.stdout.write(
    `${row.result.padEnd(8)} ${row.name.padEnd(16)} ${row.engine.padEnd(9)} ${row.seconds.toFixed(1).padStart(6)} s  ${row.line.split('\n', 1)[0]}\n`,
  );

/**
 * Runs the faults whose names are given, or all, on the loopback alone, and prints a table.
 * @param args names of faults, `sqlite` or `postgres`, numbers such as `--kills=20`, and `--json` for
 *   the table as one line that programs read
 * @returns the process's exit code
 */
export async function runFaults(args: readonly string[]): Promise<number> {
  const numbers = new Map(
    args.flatMap((arg) => {
      const [, name, value] = /^--(\w+)=(\d+)$/.exec(arg) ?? [];
      return name ? [[name, Number(value)] as const] : [];
    }),
  );
  const words = args.filter((arg) => !arg.startsWith('--'));
  const engines = (['sqlite', 'postgres'] as const).filter(
    (engine) => words.includes(engine) || !words.some((word) => /^(sqlite|postgres)$/.test(word)),
  );
  const names = words.filter((word) => !/^(sqlite|postgres)$/.test(word));
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) {
    const all = faults.map(({ name }) => name).join(', ');
    process.stderr.write(`No fault ${unknown.join(', ')}. There are: ${all}\n`);
    return 1;
  }
  const chosen = faults.filter(({ name }) => names.length === 0 || names.includes(name));
  const wantsPostgres =
    engines.includes('postgres') && chosen.some((fault) => fault.engines.includes('postgres'));
  let missing = '';
  const server = wantsPostgres
    ? await startPostgres().catch((error: Error) => {
        missing = error.message;
        return undefined;
      })
    : undefined;
  const rows: Row[] = [];
  try {
    for (const fault of chosen) {
      for (const engine of engines.filter((one) => fault.engines.includes(one))) {
        const row: Row =
          engine === 'postgres' && !server
            ? { name: fault.name, engine, result: 'skipped', line: missing, seconds: 0 }
            : await runOne(fault, engine, { postgres: server?.url, numbers });
        print(row);
        rows.push(row);
      }
    }
  } finally {
    await server?.stop();
  }
  const count = (result: Row['result']) => rows.filter((row) => row.result === result).length;
  process.stdout.write(
    `\n${count('held')} held, ${count('BROKEN')} broken, ${count('skipped')} skipped\n\n`,
  );
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else for (const row of rows) print(row);
  return count('BROKEN') === 0 ? 0 : 1;
}
