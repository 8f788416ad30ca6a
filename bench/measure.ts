/** One figure of an area with its bounds. */
export interface Measure {
  name: string;
  value: number;
  unit?: string;
  /** Highest acceptable value. */
  max?: number;
  /** Lowest acceptable value. */
  min?: number;
}

/** The results of an area. */
export interface Findings {
  measures: Measure[];
  /** Hints for fixing figures that are out of bounds. */
  notes?: string[];
}

/** One part of the benchmarks: a file in `areas`, selected by its file name. */
export interface Area {
  /** A one-line description of what is measured. */
  title: string;
  run: (progress: (line: string) => void) => Promise<Findings>;
}

/** Returns the median, so that a single disturbed run does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const center = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[center - 1 + (sorted.length % 2)],
    sorted[center],
  ];
  return (low + high) / 2;
}

/**
 * Measures each subject `rounds` times, after a warm-up. It alternates between them, so that other
 * load on the machine affects all equally.
 * @returns the median of each subject, in their order
 */
export async function measureInTurn<Subject>(
  rounds: number,
  subjects: readonly Subject[],
  measure: (subject: Subject) => Promise<number>,
): Promise<number[]> {
  const runs = subjects.map((subject) => ({ subject, figures: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { subject, figures } of runs) {
      const figure = await measure(subject);
      if (round > 0) figures.push(figure);
    }
  }
  return runs.map(({ figures }) => median(figures));
}

/**
 * Returns whether a figure is within its bounds. NaN, the value of a failed measurement, is not.
 */
export const isGood = ({ value, max = Infinity, min = -Infinity }: Measure): boolean =>
  value <= max && value >= min;

/** Returns how many times better than its bound a figure is: 1.00 is just acceptable. */
export function ratio({ value, max, min }: Measure): number | undefined {
  if (max !== undefined) return value === max ? 1 : max / value;
  return min === undefined ? undefined : value / min;
}

const round = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

function cells(measure: Measure): string[] {
  const { name, value, unit = '', max, min } = measure;
  const factor = ratio(measure);
  const bound = max !== undefined ? `at most ${max}` : min !== undefined ? `at least ${min}` : '';
  return [
    name,
    `${round(value)} ${unit}`.trim(),
    bound,
    factor !== undefined && Number.isFinite(factor) ? `${factor.toFixed(2)}x` : '',
    bound && (isGood(measure) ? 'ok' : 'FAILED'),
  ];
}

/** Formats figures as a text table. */
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
