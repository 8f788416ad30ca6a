import { parseMinutes, type WeekSpan } from '../lib/time/week-hours';

/**
 * The most desks, characters of a desk's name, locations, tools or languages of a desk, and spans of
 * all desks at all locations: without this limit, a request of a kilobyte gets a response of four
 * megabytes.
 */
export const planLimits = {
  desks: 8,
  deskName: 40,
  locations: 60,
  conditions: 10,
  spans: 25_000,
} as const;

/** Length of a cell of the sheet, in minutes. */
export const cellMinutes = 30;
export const cellsPerDay = (24 * 60) / cellMinutes;
export const cellsPerWeek = 7 * cellsPerDay;
export const minutesPerWeek = 7 * 24 * 60;

/** Marks each cell that spans contain, from Monday at midnight. */
export function markCells(spans: readonly WeekSpan[]): Uint8Array {
  const cells = new Uint8Array(cellsPerWeek);
  for (const { day, from, to } of spans) {
    const midnight = (day - 1) * cellsPerDay;
    cells.fill(
      1,
      midnight + parseMinutes(from) / cellMinutes,
      midnight + parseMinutes(to) / cellMinutes,
    );
  }
  return cells;
}
