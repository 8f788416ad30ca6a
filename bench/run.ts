import { cpus, loadavg } from 'node:os';
import { type Area, type Findings, isGood, ratio, table } from './measure';

// Eager, because the runner closes its module loader once this file is loaded.
const modules = import.meta.glob<Area>('./areas/*.ts', { eager: true, import: 'default' });

const areas = new Map(
  Object.entries(modules).map(([file, area]) => [file.replace(/^.*\/|\.ts$/g, ''), area]),
);

const log = (line: string) => process.stderr.write(`${line}\n`);
const readLoadAverage = () => loadavg()[0]?.toFixed(1) ?? '?';

async function measure(name: string): Promise<Findings & { title: string; error?: string }> {
  const area = areas.get(name);
  if (!area) throw new Error(`There is no area ${name}.`);
  log(`${name}: ${area.title} (load average ${readLoadAverage()})`);
  try {
    return { title: area.title, ...(await area.run((line) => log(`  ${line}`))) };
  } catch (error) {
    // Continue with the other areas.
    return { title: area.title, measures: [], error: String(error) };
  }
}

/**
 * Runs the benchmarks.
 * @param args area names, none for all; `--json` for machine-readable figures
 * @returns the exit code: 1 when a figure is out of its bounds or an area could not be measured
 */
export default async function runBenchmarks(args: readonly string[]): Promise<number> {
  const asJson = args.includes('--json');
  const requested = args.filter((arg) => !arg.startsWith('--'));
  const unknown = [
    ...requested.filter((name) => !areas.has(name)),
    ...args.filter((arg) => arg.startsWith('--') && arg !== '--json'),
  ];
  if (unknown.length > 0) {
    log(`Unknown: ${unknown.join(', ')}. The areas are ${[...areas.keys()].join(', ')}.`);
    return 1;
  }
  const results = [];
  for (const name of requested.length > 0 ? requested : areas.keys()) {
    results.push({ name, ...(await measure(name)) });
  }
  const failed = results.some(({ measures, error }) => error || !measures.every(isGood));
  if (asJson) {
    const report = {
      node: process.version,
      cores: cpus().length,
      loadAverage: loadavg(),
      passed: !failed,
      areas: results.map((result) => ({
        ...result,
        measures: result.measures.map((item) => ({
          ...item,
          ratio: ratio(item),
          ok: isGood(item),
        })),
      })),
    };
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return failed ? 1 : 0;
  }
  for (const { name, title, measures, notes = [], error } of results) {
    const lines = [`\n${name}: ${title}`];
    if (measures.length > 0) lines.push(table(measures));
    lines.push(...notes.map((note) => `- ${note}`));
    if (error) lines.push(`FAILED: ${error}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  process.stdout.write(
    `\nNode ${process.version}, ${cpus().length} cores, load average ${readLoadAverage()} at the end\n`,
  );
  return failed ? 1 : 0;
}
