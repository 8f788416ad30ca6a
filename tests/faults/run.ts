import { adminPassword } from '../support/api-client';
import { startPostgres } from '../support/postgres';
import { createDatabase, type Engine, type Fault, type FaultContext, type Outcome } from './fault';

const modules = import.meta.glob<{ default: Fault }>('./*.fault.ts', { eager: true });
const faults = Object.values(modules).map((module) => module.default);

interface Row {
  name: string;
  engine: Engine;
  result: 'passed' | 'FAILED' | 'skipped';
  line: string;
  seconds: number;
}

async function runOne(
  fault: Fault,
  engine: Engine,
  { postgres, numberFlags }: { postgres: string | undefined; numberFlags: Map<string, number> },
): Promise<Row> {
  const started = performance.now();
  const cleanups: (() => unknown)[] = [];
  const context: FaultContext = {
    engine,
    numberFlag: (name, full) => numberFlags.get(name) ?? full,
    onCleanup: (work) => cleanups.unshift(work),
    newDatabase: async () => {
      const { env, drop } = await createDatabase(engine, postgres);
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

const printRow = (row: Row) =>
  process.stdout.write(
    `${row.result.padEnd(8)} ${row.name.padEnd(16)} ${row.engine.padEnd(9)} ${row.seconds.toFixed(1).padStart(6)} s  ${row.line.split('\n', 1)[0]}\n`,
  );

/**
 * Runs the named faults, or all of them, over the loopback interface and prints a table.
 * @param args fault names, `sqlite` or `postgres`, numbers such as `--kills=20`, and `--json` to print the
 *   table as one line of JSON
 * @returns the exit code of the process
 */
export default async function runFaults(args: readonly string[]): Promise<number> {
  const numberFlags = new Map(
    args.flatMap((arg) => {
      const [, name, value] = /^--(\w+)=(\d+)$/.exec(arg) ?? [];
      return name ? [[name, Number(value)] as const] : [];
    }),
  );
  const positional = args.filter((arg) => !arg.startsWith('--'));
  const engines = (['sqlite', 'postgres'] as const).filter(
    (engine) =>
      positional.includes(engine) || !positional.some((word) => /^(sqlite|postgres)$/.test(word)),
  );
  const names = positional.filter((word) => !/^(sqlite|postgres)$/.test(word));
  const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
  if (unknown.length > 0) {
    const all = faults.map(({ name }) => name).join(', ');
    process.stderr.write(`Unknown fault: ${unknown.join(', ')}. Available: ${all}\n`);
    return 1;
  }
  const chosen = faults.filter(({ name }) => names.length === 0 || names.includes(name));
  const needsPostgres =
    engines.includes('postgres') && chosen.some((fault) => fault.engines.includes('postgres'));
  let missing = '';
  const server = needsPostgres
    ? await startPostgres().catch((error: Error) => {
        missing = error.message;
        return undefined;
      })
    : undefined;
  const rows: Row[] = [];
  try {
    for (const fault of chosen) {
      for (const engine of engines.filter((candidate) => fault.engines.includes(candidate))) {
        const row: Row =
          engine === 'postgres' && !server
            ? { name: fault.name, engine, result: 'skipped', line: missing, seconds: 0 }
            : await runOne(fault, engine, { postgres: server?.url, numberFlags });
        printRow(row);
        rows.push(row);
      }
    }
  } finally {
    await server?.stop();
  }
  const count = (result: Row['result']) => rows.filter((row) => row.result === result).length;
  process.stdout.write(
    `\n${count('passed')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped\n\n`,
  );
  if (args.includes('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else for (const row of rows) printRow(row);
  return count('FAILED') === 0 ? 0 : 1;
}
