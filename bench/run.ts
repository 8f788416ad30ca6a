import { cpus, loadavg } from 'node:os';
import { type Area, type Findings, isGood, ratio, table } from './measure';

// At once and not when wanted: what runs this closes its loader when this file has been read.
const modules = import.meta.glob<Area>('./areas/*.ts', { eager: true, import: 'default' });

const areas = new Map(
  Object.entries(modules).map(([file, area]) => [file.replace(/^.*\/|\.ts$/g, ''), area]),
);

const say = (line: string) => process.stderr.write(`${line}\n`);
const load = () => loadavg()[0]?.toFixed(1) ?? '?';

async function measure(name: string): Promise<Findings & { title: string; error?: string }> {
  const area = areas.get(name);
  if (!area) throw new Error(`There is no area ${name}.`);
  say(`${name}: ${area.title} (load average ${load()})`);
  try {
    return { title: area.title, ...(await area.run((line) => say(`  ${line}`))) };
  } catch (error) {
    // The other areas are worth having all the same.
    return { title: area.title, measures: [], error: String(error) };
  }
}

/**
 * Runs the benchmarks.
 * @param args names of areas, none for all; `--json` for figures that a program reads
 * @returns the exit code: 1 when a figure breaks its bound or an area could not be measured
 */
export async function runBenchmarks(args: readonly string[]): Promise<number> {
  const asJson = args.includes('--json');
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const unknown = [
    ...wanted.filter((name) => !areas.has(name)),
    ...args.filter((arg) => arg.startsWith('--') && arg !== '--json'),
  ];
  if (unknown.length > 0) {
    say(`Unknown: ${unknown.join(', ')}. The areas are ${[...areas.keys()].join(', ')}.`);
    return 1;
  }
  const results = [];
  for (const name of wanted.length > 0 ? wanted : areas.keys()) {
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
        measures: result.measures.map((one) => ({ ...one, ratio: ratio(one), ok: isGood(one) })),
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
    `\nNode ${process.version}, ${cpus().length} cores, load average ${load()} at the end\n`,
  );
  return failed ? 1 : 0;
}
