import { describe, expect, test } from 'vitest';
import type { WeekSpan } from '../../lib/time/week-hours';
import type { Plan } from '../contract';
import { describeSpans } from '../plan-words';
import { markCells } from '../week';
import {
  applyStroke,
  copyMonday,
  createHourStroke,
  findBlock,
  findEntry,
  getHourRange,
  isPainted,
  markPreset,
  moveCursor,
  presets,
  replaceBlock,
  type Stroke,
  setHours,
  togglePainted,
} from './paint';

const onDays = (days: number[], from: string, to: string): WeekSpan[] =>
  days.map((day) => ({ day, from, to }));

/** Monday to Saturday, 8 am to 8 pm. */
const openSpans = onDays([1, 2, 3, 4, 5, 6], '08:00', '20:00');
const open = markCells(openSpans);
const empty = markCells([]);

const createPlan = (hours: WeekSpan[] = []): Plan => ({
  timeZone: 'America/New_York',
  open: openSpans,
  desks: [{ name: 'Front desk', tools: [], languages: [], hours }],
});

const describeWeek = (week: Uint8Array): string =>
  describeSpans(setHours(createPlan(), 0, week).desks[0]?.hours ?? []);

const drawStroke = (
  [startDay, startHour]: [number, number],
  [endDay, endHour]: [number, number],
  isErasing = false,
): Stroke => ({
  start: { day: startDay, cell: startHour * 2 },
  end: { day: endDay, cell: endHour * 2 },
  isErasing,
});

describe('a stroke', () => {
  test.each([
    ['forwards', drawStroke([0, 12], [4, 13.5])],
    ['backwards and up', drawStroke([4, 13.5], [0, 12])],
  ])('paints a rectangle, drawn %s', (_name, stroke) => {
    expect(describeWeek(applyStroke(empty, stroke, open))).toBe('Monday to Friday, noon to 2 pm');
  });

  test('paints open hours only', () => {
    const week = applyStroke(empty, drawStroke([5, 6], [6, 9.5]), open);
    expect(describeWeek(week)).toBe('Saturday, 8 am to 10 am');
  });

  test('erases also what is closed', () => {
    const week = markCells(onDays([6, 7], '09:00', '12:00'));
    const erased = applyStroke(week, drawStroke([6, 9], [6, 11.5], true), open);
    expect(describeWeek(erased)).toBe('Saturday, 9 am to noon');
  });

  test('of a click paints the whole hour', () => {
    const stroke = createHourStroke({ day: 1, cell: 35 });
    expect(describeWeek(applyStroke(empty, stroke, open))).toBe('Tuesday, 5 pm to 6 pm');
  });
});

describe('a block', () => {
  const week = markCells(onDays([2], '17:00', '19:00'));
  const block = { day: 1, from: 34, to: 38 };

  test('is found by each of its half hours', () => {
    expect(findBlock(week, { day: 1, cell: 37 })).toEqual(block);
    expect(findBlock(week, { day: 1, cell: 38 })).toBeUndefined();
  });

  test('gets other ends, or is removed', () => {
    const later = replaceBlock(week, block, { ...block, from: 35 });
    expect(describeWeek(later)).toBe('Tuesday, 5:30 pm to 7 pm');
    expect(describeWeek(replaceBlock(week, block, null))).toBe('');
  });
});

describe('a preset', () => {
  test.each([
    ['Lunch', 'Monday to Friday, noon to 2 pm'],
    ['After 5', 'Monday to Friday, 5 pm to 8 pm'],
    ['Saturday', 'Saturday, 9 am to 5 pm'],
  ])('%s paints the open hours of %s, and takes them away', (name, hours) => {
    const preset = presets.find((one) => one.name === name) ?? presets[0];
    const marked = markPreset(preset, open);
    const week = togglePainted(empty, marked);
    expect(describeWeek(week)).toBe(hours);
    expect(isPainted(week, marked)).toBe(true);
    expect(describeWeek(togglePainted(week, marked))).toBe('');
  });

  test('is completed if a part of it is painted', () => {
    const week = markCells(onDays([1], '12:00', '14:00'));
    const marked = markPreset(presets[0], open);
    expect(isPainted(week, marked)).toBe(false);
    expect(describeWeek(togglePainted(week, marked))).toBe('Monday to Friday, noon to 2 pm');
  });
});

test('Monday is copied to the weekdays that are open', () => {
  const closedWednesday = markCells(openSpans.filter(({ day }) => day !== 3));
  const week = markCells([...onDays([1], '12:00', '14:00'), ...onDays([2, 6], '17:00', '18:00')]);
  expect(describeWeek(copyMonday(week, closedWednesday))).toBe(
    'Monday, Tuesday, Thursday and Friday, noon to 2 pm; Saturday, 5 pm to 6 pm',
  );
});

test('the sheet shows the hours that are open or painted, and a usual day without any', () => {
  expect(getHourRange(createPlan())).toEqual({ first: 8, last: 20 });
  expect(getHourRange(createPlan(onDays([1], '06:30', '21:30')))).toEqual({ first: 6, last: 22 });
  expect(getHourRange({ ...createPlan(), open: [] })).toEqual({ first: 8, last: 20 });
});

describe('the cursor', () => {
  const split = markCells([
    ...onDays([1, 3], '08:00', '12:00'),
    ...onDays([1, 3], '14:00', '20:00'),
  ]);

  test('enters at noon of the first open day, or near it', () => {
    expect(findEntry(open)).toEqual({ day: 0, cell: 24 });
    expect(findEntry(split)).toEqual({ day: 0, cell: 23 });
    expect(findEntry(empty)).toBeUndefined();
  });

  test.each([
    ['ArrowRight', { day: 0, cell: 23 }, { day: 0, cell: 28 }],
    ['ArrowLeft', { day: 0, cell: 28 }, { day: 0, cell: 23 }],
    ['ArrowDown', { day: 0, cell: 20 }, { day: 2, cell: 20 }],
    ['ArrowUp', { day: 0, cell: 20 }, { day: 0, cell: 20 }],
    ['PageDown', { day: 0, cell: 30 }, { day: 0, cell: 34 }],
    ['PageUp', { day: 0, cell: 16 }, { day: 0, cell: 16 }],
    ['Home', { day: 0, cell: 30 }, { day: 0, cell: 16 }],
    ['End', { day: 0, cell: 30 }, { day: 0, cell: 39 }],
  ])('moves by %s and skips closed hours', (key, from, to) => {
    expect(moveCursor(from, key, split)).toEqual(to);
  });

  test('ignores other keys', () => {
    expect(moveCursor({ day: 0, cell: 20 }, 'a', open)).toBeUndefined();
  });
});
