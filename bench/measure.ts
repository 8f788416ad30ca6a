/** One figure of an area, and what it must keep to. */
export interface Measure {
  name: string;
  value: number;
  unit?: string;
  /** The highest value that is good enough. */
  max?: number;
  /** The lowest value that is good enough. */
  min?: number;
}

/** What an area has found. */
export interface Findings {
  measures: Measure[];
  /** Lines that help whoever has to mend something. */
  notes?: string[];
}

/** A part of the benchmarks: a file of its own under `areas`, found by its name. */
export interface Area {
  /** What is measured, in one line. */
  title: string;
  run: (progress: (line: string) => void) => Promise<Findings>;
}

/** The middle one: a run that something else has disturbed does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[middle - 1 + (sorted.length % 2)],
    sorted[middle],
  ];
  return (low + high) / 2;
}

/** Whether a figure keeps to its bounds. What could not be measured does not. */
export const isGood = ({ value, max = Infinity, min = -Infinity }: Measure): boolean =>
  value <= max && value >= min;

/** How many times better than its bound a figure is: 1.00 is just good enough. */
export function ratio({ value, max, min }: Measure): number | undefined {
  if (max !== undefined) return value === max ? 1 : max / value;
  return min === undefined ? undefined : value / min;
}

const round = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

function cells(measure: Measure): string[] {
  const { name, value, unit = '', max, min } = measure;
  const times = ratio(measure);
  const bound = max !== undefined ? `at most ${max}` : min !== undefined ? `at least ${min}` : '';
  return [
    name,
    `${round(value)} ${unit}`.trim(),
    bound,
    times !== undefined && Number.isFinite(times) ? `${times.toFixed(2)}x` : '',
    bound && (isGood(measure) ? 'ok' : 'FAILED'),
  ];
}

/** Figures as lines of a table. */
export function table(measures: readonly Measure[]): string {
  const rows = [['', 'measured', 'bound', 'ratio', ''], ...measures.map(cells)];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
