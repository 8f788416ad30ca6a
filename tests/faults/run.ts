import { startPostgres } from '../support/postgres';
import { type Fault, type Row, runFault } from './fault';

const modules = import.meta.glob<{ default: Fault }>('./*.fault.ts', { eager: true });
const faults = Object.values(modules).map((module) => module.default);

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
            : await runFault(fault, engine, server?.url, numberFlags);
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
