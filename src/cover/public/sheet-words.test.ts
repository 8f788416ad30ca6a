import { describe, expect, test } from 'vitest';
import type { WeekSpan } from '../../lib/time/week-hours';
import type { CoverAnswer, Plan } from '../contract';
import { markCells } from '../week';
import { listPieces, listWorkers } from './sheet-pieces';
import { describeBlock, describeStroke, describeSum } from './sheet-words';

const names = new Map(
  ['Marisol Vega', 'Priya Nair', 'Kenji Sato'].map((name) => [name.slice(0, 1), { name }]),
);

type Shift = WeekSpan & { talentId: string | null };

const work = (days: number[], from: string, to: string, talentId: string | null): Shift[] =>
  days.map((day) => ({ day, from, to, talentId }));

const shifts = [
  ...work([1, 2, 3, 4, 5], '12:00', '14:00', 'M'),
  ...work([2], '17:00', '19:00', null),
  ...work([4], '17:00', '20:00', 'P'),
  ...work([6], '09:00', '13:00', 'M'),
  ...work([6], '13:00', '17:00', 'K'),
];

const createPlan = (hours: WeekSpan[], changes: Partial<Plan> = {}): Plan => ({
  timeZone: 'America/New_York',
  open: [],
  desks: [
    {
      name: 'Front desk',
      tools: [],
      languages: [],
      hours: hours.map(({ day, from, to }) => ({ day, from, to })),
    },
  ],
  ...changes,
});

const createAnswer = (
  spans: Shift[],
  requestedHours: number,
  coveredHours: number,
): CoverAnswer => ({
  requestedMinutes: requestedHours * 60,
  coveredMinutes: coveredHours * 60,
  desks: [{ name: 'Front desk', spans }],
  people: ['M', 'P', 'K'].map((talentId) => ({
    talentId,
    minutes: 60,
    role: true,
    industry: true,
    tools: [],
    languages: [],
  })),
});

describe('the sum of a plan', () => {
  const sum = (spans: Shift[], requested: number, covered: number, changes?: Partial<Plan>) =>
    describeSum(createPlan(spans, changes), createAnswer(spans, requested, covered), names);

  test('says how to begin without hours', () => {
    expect(describeSum(createPlan([]), undefined, names)).toMatchObject({
      title: 'Nothing painted yet.',
      shortText: 'Sideways paints, up and down scrolls.',
    });
  });

  test('says the hours alone before the answer', () => {
    expect(describeSum(createPlan(shifts), undefined, names)).toMatchObject({
      title: '23 hours a week stand uncovered, most on Saturday.',
      text: '',
    });
  });

  test('names who can work how many, and where nobody can', () => {
    expect(sum(shifts, 23, 21)).toEqual({
      title: '23 hours a week stand uncovered, most on Saturday.',
      shortTitle: '23 hours uncovered, most on Saturday.',
      text: 'Marisol, Priya and Kenji can work 21 of them. 2 hours, Tuesday evening: nobody yet.',
      shortText: '21 covered by three people, 2 nobody yet.',
    });
  });

  test.each([
    ['on a tie', [1, 2], '14:00', 4, '4 hours a week stand uncovered.', 'works them yet.'],
    ['of the only day', [1], '13:00', 1, '1 hour a week stands uncovered.', 'works it yet.'],
  ])('names no longest day %s', (_name, days, to, hours, title, text) => {
    expect(sum(work(days, '12:00', to, null), hours, 0)).toMatchObject({
      title,
      text: `Nobody on our list ${text}`,
    });
  });

  test.each([
    [work([2], '09:00', '11:00', null), '2 hours, Tuesday morning: nobody yet.'],
    [work([2], '13:00', '17:00', null), '4 hours, Tuesday afternoon: nobody yet.'],
    [work([2], '11:00', '13:00', null), '2 hours, Tuesday: nobody yet.'],
    [work([2, 3], '11:00', '13:00', null), '4 hours: nobody yet.'],
  ])('names the day and its part if they are the same: %#', (open, text) => {
    const spans = [...work([5], '12:00', '14:00', 'P'), ...open];
    const hours = Number(text.slice(0, 1));
    expect(sum(spans, 2 + hours, 2).text).toBe(`Priya can work 2 of them. ${text}`);
  });

  test('counts people and shifts if everything is covered', () => {
    const covered = shifts.filter(({ talentId }) => talentId !== null);
    expect(sum(covered, 21, 21)).toMatchObject({
      title: 'All 21 hours have someone.',
      text: 'Marisol, Priya and Kenji. Three people, 8 shifts.',
    });
  });

  test.each([
    ['13:00', 1, 'The hour has someone.'],
    ['12:30', 0.5, 'The half hour has someone.'],
  ])('speaks of one hour from noon to %s', (to, hours, title) => {
    expect(sum(work([1], '12:00', to, 'M'), hours, hours)).toMatchObject({ title });
    const spans = [...work([1], '12:00', '12:30', 'M'), ...work([1], '12:30', '13:00', null)];
    expect(sum(spans, 1, 0.5).text).toBe(
      'Marisol can work 0.5 of it. 0.5 hours, Monday afternoon: nobody yet.',
    );
  });

  test('counts each location', () => {
    expect(sum(shifts, 92, 21, { locations: 4, perLocation: true })).toMatchObject({
      title: '23 hours a week at each of 4 locations, 92 in all.',
      text: 'Marisol, Priya and Kenji can work 21 of them. 71 hours: nobody yet.',
    });
  });
});

test('a stroke says its hours and the open days', () => {
  const open = markCells(work([1, 2, 3, 5], '08:00', '20:00', null));
  const stroke = { start: { day: 0, cell: 24 }, end: { day: 4, cell: 27 }, isErasing: false };
  expect(describeStroke(stroke, markCells([]), open)).toEqual({
    tag: { times: 'noon to 2 pm', note: 'Monday to Wednesday and Friday, 8 h' },
    words: {
      title: 'noon to 2 pm, Monday to Wednesday and Friday',
      text: '8 hours. Let go to see who can work them.',
    },
  });
});

test('a block says who can work it', () => {
  const workers = listWorkers(createAnswer(shifts, 23, 21).desks[0]);
  const describeIt = (day: number, from: number, to: number) =>
    describeBlock({ day, from, to }, workers, names);
  expect(describeIt(1, 34, 38)).toEqual({
    title: 'Tuesday, 5 pm to 7 pm',
    text: '2 hours, nobody yet.',
  });
  expect(describeIt(5, 18, 34).text).toBe('8 hours, Marisol and Kenji.');
});

test('a day is split into pieces that look the same', () => {
  const spans = [
    ...work([1], '10:00', '12:00', 'M'),
    ...work([1], '11:00', '12:00', null),
    ...work([1], '12:00', '12:30', null),
  ];
  const pieces = listPieces(0, 16, 28, {
    painted: markCells([...spans, ...work([1], '13:00', '13:30', null)]),
    open: markCells(work([1], '09:00', '20:00', null)),
    workers: listWorkers({ name: 'Front desk', spans }),
  });
  expect(pieces.map(({ kind, from, isPartly }) => [kind, from / 2, isPartly])).toEqual([
    ['closed', 8, false],
    ['own', 9, false],
    ['covered', 10, false],
    ['covered', 11, true],
    ['nobody', 12, false],
    ['own', 12.5, false],
    ['waiting', 13, false],
    ['own', 13.5, false],
  ]);
});
