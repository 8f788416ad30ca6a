import { formatMinutes, type WeekSpan } from '../../lib/time/week-hours';
import type { Plan } from '../contract';
import { cellMinutes, cellsPerDay, cellsPerWeek, markCells } from '../week';

/*
 * Painting as arithmetic on the half hours of a week. A week is a `Uint8Array` with a value for each,
 * from Monday at midnight.
 */

/** A half hour: days from 0 for Monday, cells from 0 at midnight. */
export interface Position {
  day: number;
  cell: number;
}

/** Adjoining half hours of a day. `to` is the first one after them. */
export interface Block {
  day: number;
  from: number;
  to: number;
}

/** A rectangle of half hours that is painted or erased. */
export interface Stroke {
  /** The half hour in which it began. */
  start: Position;
  /** The half hour under the pointer. */
  end: Position;
  isErasing: boolean;
}

export const toIndex = ({ day, cell }: Position): number => day * cellsPerDay + cell;

export const toPosition = (index: number): Position => ({
  day: Math.floor(index / cellsPerDay),
  cell: index % cellsPerDay,
});

export const toHour = (cell: number): number => (cell * cellMinutes) / 60;

/** Splits cells into runs of equal values. */
export function listRuns<T>(from: number, to: number, read: (cell: number) => T) {
  const runs: { from: number; to: number; value: T }[] = [];
  for (let cell = from; cell < to; cell += 1) {
    const value = read(cell);
    const last = runs.at(-1);
    if (last?.value === value) last.to = cell + 1;
    else runs.push({ from: cell, to: cell + 1, value });
  }
  return runs;
}

/** Lists the painted blocks of a day. */
const listBlocks = (week: Uint8Array, day: number): Block[] =>
  listRuns(0, cellsPerDay, (cell) => week[toIndex({ day, cell })])
    .filter(({ value }) => value)
    .map(({ from, to }) => ({ day, from, to }));

/** Returns the painted block around a half hour. */
export const findBlock = (week: Uint8Array, { day, cell }: Position): Block | undefined =>
  listBlocks(week, day).find(({ from, to }) => from <= cell && cell < to);

/** Replaces a desk of a plan. */
export const replaceDesk = (plan: Plan, index: number, desk: Plan['desks'][number]): Plan => ({
  ...plan,
  desks: plan.desks.map((other, at) => (at === index ? desk : other)),
});

/** Replaces the hours of a desk. */
export function setHours(plan: Plan, desk: number, week: Uint8Array): Plan {
  const hours = Array.from({ length: 7 }, (_, day) => listBlocks(week, day))
    .flat()
    .map(({ day, from, to }): WeekSpan => {
      const format = (cell: number) => formatMinutes(cell * cellMinutes);
      return { day: day + 1, from: format(from), to: format(to) };
    });
  const changed = plan.desks[desk];
  return changed ? replaceDesk(plan, desk, { ...changed, hours }) : plan;
}

/** Returns the rectangle of a stroke, whichever way it was drawn. */
export function getRectangle({ start, end }: Stroke) {
  return {
    firstDay: Math.min(start.day, end.day),
    lastDay: Math.max(start.day, end.day),
    from: Math.min(start.cell, end.cell),
    to: Math.max(start.cell, end.cell) + 1,
  };
}

/** Returns whether a stroke contains a half hour. */
export function isInStroke(stroke: Stroke, { day, cell }: Position): boolean {
  const { firstDay, lastDay, from, to } = getRectangle(stroke);
  return firstDay <= day && day <= lastDay && from <= cell && cell < to;
}

/** Paints the open half hours of a rectangle, or erases all of it. */
export function applyStroke(week: Uint8Array, stroke: Stroke, open: Uint8Array): Uint8Array {
  return week.map((value, index) => {
    if (!isInStroke(stroke, toPosition(index))) return value;
    return stroke.isErasing ? 0 : value || (open[index] ?? 0);
  });
}

/** Returns the stroke of a click: the whole hour. */
export function createHourStroke({ day, cell }: Position): Stroke {
  const from = cell - (cell % 2);
  return { start: { day, cell: from }, end: { day, cell: from + 1 }, isErasing: false };
}

/** Replaces a block by another one. */
export function replaceBlock(week: Uint8Array, old: Block, block: Block | null): Uint8Array {
  const changed = week.slice();
  const fill = ({ day, from, to }: Block, value: number) =>
    changed.fill(value, toIndex({ day, cell: from }), toIndex({ day, cell: to }));
  fill(old, 0);
  if (block) fill(block, 1);
  return changed;
}

/** Hours that are painted in one step. */
export const presets = [
  { name: 'Lunch', days: [0, 1, 2, 3, 4], from: 24, to: 28 },
  { name: 'After 5', days: [0, 1, 2, 3, 4], from: 34, to: cellsPerDay },
  { name: 'Saturday', days: [5], from: 18, to: 34 },
] as const;

export type Preset = (typeof presets)[number];

/** Marks the open half hours of a preset. */
export function markPreset({ days, from, to }: Preset, open: Uint8Array): Uint8Array {
  const marked = new Uint8Array(cellsPerWeek);
  for (const day of days) {
    for (let index = toIndex({ day, cell: from }); index < toIndex({ day, cell: to }); index += 1) {
      marked[index] = open[index] ?? 0;
    }
  }
  return marked;
}

/** Returns whether all marked half hours are painted, and there are any. */
export const isPainted = (week: Uint8Array, marked: Uint8Array): boolean =>
  marked.includes(1) && marked.every((value, index) => !value || week[index]);

/** Paints the marked half hours, or erases them if all are painted. */
export function togglePainted(week: Uint8Array, marked: Uint8Array): Uint8Array {
  const value = isPainted(week, marked) ? 0 : 1;
  return week.map((old, index) => (marked[index] ? value : old));
}

/** Copies Monday's hours to the other weekdays, as far as they are open. */
export const copyMonday = (week: Uint8Array, open: Uint8Array): Uint8Array =>
  week.map((old, index) => {
    const isWeekday = index >= cellsPerDay && index < 5 * cellsPerDay;
    return isWeekday ? (week[index % cellsPerDay] ?? 0) & (open[index] ?? 0) : old;
  });

/** Returns the hours that the sheet shows: those that are open or painted, or a usual day. */
export function getHourRange(plan: Plan): { first: number; last: number } {
  const spans = [...plan.open, ...plan.desks.flatMap(({ hours }) => hours)];
  const week = markCells(spans);
  const blocks = Array.from({ length: 7 }, (_, day) => listBlocks(week, day)).flat();
  if (blocks.length === 0) return { first: 8, last: 20 };
  return {
    first: Math.floor(Math.min(...blocks.map(({ from }) => toHour(from)))),
    last: Math.ceil(Math.max(...blocks.map(({ to }) => toHour(to)))),
  };
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -4,
  PageDown: 4,
  Home: -cellsPerDay,
  End: cellsPerDay,
};

/** Lists the cells of a day that can be painted or erased. */
const listUsable = (usable: Uint8Array, day: number): number[] =>
  listBlocks(usable, day).flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, index) => from + index),
  );

function findNearest(cells: readonly number[], wanted: number): number | undefined {
  const [nearest] = cells.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return nearest;
}

/**
 * Returns where a key of a date grid leads; undefined for other keys. Closed hours are skipped.
 * @param key of a left-to-right page: "ArrowRight" is later
 * @param usable the half hours that can be painted or erased
 */
export function moveCursor(
  { day, cell }: Position,
  key: string,
  usable: Uint8Array,
): Position | undefined {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1;
    for (let next = day + step; next >= 0 && next < 7; next += step) {
      const nearest = findNearest(listUsable(usable, next), cell);
      if (nearest !== undefined) return { day: next, cell: nearest };
    }
    return { day, cell };
  }
  const step = steps[key];
  if (!step) return undefined;
  const ahead = listUsable(usable, day).filter((other) => (other - cell) * step > 0);
  return { day, cell: findNearest(ahead, cell + step) ?? cell };
}

/** Returns where the keyboard enters the sheet: at noon of the first open day. */
export function findEntry(usable: Uint8Array): Position | undefined {
  const { day } = toPosition(usable.indexOf(1));
  const cell = day < 0 ? undefined : findNearest(listUsable(usable, day), cellsPerDay / 2);
  return cell === undefined ? undefined : { day, cell };
}
