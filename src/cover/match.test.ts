import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWallClock } from '../../tests/support/zone-clock';
import { MINUTE } from '../lib/time/durations';
import { parseMinutes, type WeekSpan } from '../lib/time/week-hours';
import type { RosterPerson } from './candidates';
import type { CoverAnswer, Plan } from './contract';
import { matchPlan } from './match';

const pad = (value: number) => String(value).padStart(2, '0');
const toTime = (halfHours: number) =>
  `${pad(Math.floor(halfHours / 2))}:${halfHours % 2 ? 30 : '00'}`;

const span = fc
  .tuple(
    fc.integer({ min: 1, max: 7 }),
    fc.integer({ min: 0, max: 47 }),
    fc.integer({ min: 1, max: 20 }),
  )
  .map(([day, from, length]) => ({
    day,
    from: toTime(from),
    to: toTime(Math.min(48, from + length)),
  }));

/** Plans are in one of the first four. Clocks on Lord Howe Island change by half an hour. */
const zones = [
  'America/New_York',
  'America/Phoenix',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
] as const;
const names = (...values: string[]) => fc.subarray(values, { maxLength: 2 });

const roster = fc
  .array(
    fc.record({
      hours: fc.array(span, { maxLength: 6 }),
      timeZone: fc.constantFrom(...zones),
      role: fc.constantFrom('Receptionist', 'Operations Manager'),
      industries: names('Beauty', 'Fitness'),
      tools: names('Slack', 'Zendesk', 'Boulevard'),
      languages: names('Spanish', 'English'),
      displayOrder: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((people) => people.map((person, index): RosterPerson => ({ ...person, id: `p${index}` })));

const desk = fc.record({
  role: fc.constantFrom('Receptionist', 'Customer Support'),
  tools: fc.subarray(['slack', 'Zendesk'], { maxLength: 1 }),
  languages: names('spanish', 'Korean'),
  hours: fc.array(span, { maxLength: 5 }),
});

const plan = fc
  .record({
    timeZone: fc.constantFrom(...zones.slice(0, 4)),
    locations: fc.integer({ min: 1, max: 3 }),
    perLocation: fc.boolean(),
    desks: fc.array(desk, { minLength: 1, maxLength: 4 }),
  })
  .map(
    (values): Plan => ({
      ...values,
      industry: 'Beauty',
      open: [],
      desks: values.desks.map((one, index) => ({ ...one, name: `Desk ${index}` })),
    }),
  );

/** Mondays of weeks in which clocks change in one of the zones, each way, and of an ordinary one. */
const monday = fc
  .constantFrom(
    ...['2026-03-02', '2026-10-26'],
    ...['2026-03-23', '2026-10-19'],
    ...['2026-03-30', '2026-09-28'],
    '2026-07-06',
  )
  .map((date) => new Date(date));

const clocks = new Map(zones.map((zone) => [String(zone), createWallClock(zone)]));

const getClock = (timeZone: string) => {
  const clock = clocks.get(timeZone);
  if (!clock) throw new Error(`There is no clock for ${timeZone}.`);
  return clock;
};

const knownWeeks = new Map<string, Map<string, number[]>>();

/** Lists the instants of a week by the quarter hours that a zone's clock shows. */
function listQuarters(start: Date, timeZone: string): Map<string, number[]> {
  const weekKey = `${timeZone} ${start.toISOString()}`;
  const known = knownWeeks.get(weekKey);
  if (known) return known;
  const clock = getClock(timeZone);
  const quarters = new Map<string, number[]>();
  const begin = start.getTime() - 14 * 60 * MINUTE;
  const [first, last] = [start, new Date(start.getTime() + 6 * 24 * 60 * MINUTE)].map((date) =>
    date.toISOString().slice(0, 10),
  );
  for (let at = begin; at < begin + 8.5 * 24 * 60 * MINUTE; at += 15 * MINUTE) {
    const { date, weekday, minutes } = clock(at);
    if (date < (first ?? '') || date > (last ?? '')) continue;
    const key = `${weekday + 1} ${minutes}`;
    quarters.set(key, [...(quarters.get(key) ?? []), at]);
  }
  knownWeeks.set(weekKey, quarters);
  return quarters;
}

/** Tells whether somebody works at an instant. */
function createHoursTest({ hours, timeZone }: RosterPerson) {
  const clock = getClock(timeZone);
  return (at: number) => {
    const { weekday, minutes } = clock(at);
    return hours.some(
      ({ day, from, to }) =>
        day === weekday + 1 && parseMinutes(from) <= minutes && minutes < parseMinutes(to),
    );
  };
}

const listCells = ({ from, to }: WeekSpan) => {
  const cells: number[] = [];
  for (let minutes = parseMinutes(from); minutes < parseMinutes(to); minutes += 30) {
    cells.push(minutes);
  }
  return cells;
};

/** Lists who may work at which desk in a half hour, straight from the rules. */
function listAllowed(
  { desks }: Plan,
  people: readonly RosterPerson[],
  isFree: (person: RosterPerson) => boolean,
  deskIndex: number,
) {
  const wanted = desks[deskIndex];
  const has = (list: readonly string[], name: string) =>
    list.some((other) => other.toLowerCase() === name.toLowerCase());
  return people.filter(
    (person) =>
      wanted &&
      isFree(person) &&
      wanted.tools.every((tool) => has(person.tools, tool)) &&
      (wanted.languages.length === 0 ||
        wanted.languages.some((language) => has(person.languages, language))),
  );
}

/** Computes how many places can be filled, by trying all assignments of each half hour. */
function countPossible(asked: Plan, people: readonly RosterPerson[], start: Date): number {
  const quarters = listQuarters(start, asked.timeZone);
  const tests = new Map(people.map((person) => [person, createHoursTest(person)]));
  const copies = asked.perLocation ? (asked.locations ?? 1) : 1;
  const byCell = new Map<string, number[]>();
  for (const [index, { hours }] of asked.desks.entries()) {
    const cells = new Set(
      hours.flatMap((one) => listCells(one).map((cell) => `${one.day} ${cell}`)),
    );
    for (const cell of cells) {
      byCell.set(cell, [...(byCell.get(cell) ?? []), ...Array<number>(copies).fill(index)]);
    }
  }
  let possible = 0;
  for (const [cell, places] of byCell) {
    const [day, minutes = ''] = cell.split(' ');
    const instants = [0, 15].map(
      (offset) => quarters.get(`${day} ${Number(minutes) + offset}`) ?? [],
    );
    const isFree = (person: RosterPerson) =>
      instants.every((times) => times.length > 0 && times.every((at) => tests.get(person)?.(at)));
    const free = people.filter(isFree);
    const allowed = places.map((place) => listAllowed(asked, free, () => true, place));
    const taken = new Map<RosterPerson, number>();
    const assign = (place: number, seen: Set<RosterPerson>): boolean =>
      (allowed[place] ?? []).some((person) => {
        if (seen.has(person)) return false;
        seen.add(person);
        const other = taken.get(person);
        if (other !== undefined && !assign(other, seen)) return false;
        taken.set(person, place);
        return true;
      });
    possible += places.filter((_, place) => assign(place, new Set())).length;
  }
  return possible * 30;
}

const sumMinutes = (answer: CoverAnswer, isCounted: (talentId: string | null) => boolean) =>
  answer.desks
    .flatMap(({ spans }) => spans)
    .filter(({ talentId }) => isCounted(talentId))
    .reduce((sum, { from, to }) => sum + parseMinutes(to) - parseMinutes(from), 0);

/** How many plans each property is tried with; `PROPERTY_RUNS=10000` after a change of the matching. */
const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 200) };

/** The conditions of a person or a plan in the tests without random values. */
const base = { timeZone: 'UTC', industries: [], tools: [], languages: [], displayOrder: 0 };

describe('matchPlan', () => {
  it('covers as many half hours as any assignment could, in weeks with clock changes too', () => {
    fc.assert(
      fc.property(plan, roster, monday, (asked, people, start) => {
        const answer = matchPlan(asked, people, start);
        expect(answer.coveredMinutes).toBe(countPossible(asked, people, start));
        expect(sumMinutes(answer, (talentId) => talentId !== null)).toBe(answer.coveredMinutes);
        expect(sumMinutes(answer, () => true)).toBe(answer.requestedMinutes);
      }),
      runs,
    );
  });

  it('offers people over the end of their week, where their midnight is within a half hour', () => {
    const hours = [
      { day: 7, from: '14:00', to: '24:00' },
      { day: 1, from: '00:00', to: '00:30' },
    ];
    const person: RosterPerson = {
      ...base,
      ...{ id: 'p0', hours, timeZone: 'Asia/Kathmandu', role: 'Receptionist' },
    };
    const sunday = [{ day: 7, from: '17:00', to: '20:00' }];
    const asked: Plan = {
      timeZone: 'Europe/London',
      open: [],
      desks: [{ name: 'Front desk', tools: [], languages: [], hours: sunday }],
    };
    // Their midnight is at 6:15 pm in London.
    expect(matchPlan(asked, [person], new Date('2026-01-05')).desks[0]?.spans).toEqual([
      { day: 7, from: '17:00', to: '18:30', talentId: 'p0' },
      { day: 7, from: '18:30', to: '20:00', talentId: null },
    ]);
  });

  it('never offers people outside their hours, without a condition, or at two desks at once', () => {
    fc.assert(
      fc.property(plan, roster, monday, (asked, people, start) => {
        const quarters = listQuarters(start, asked.timeZone);
        const busy = new Set<string>();
        for (const [index, { spans }] of matchPlan(asked, people, start).desks.entries()) {
          for (const { talentId, ...hours } of spans) {
            if (talentId === null) continue;
            const person = people.find(({ id }) => id === talentId);
            const allowed = listAllowed(asked, people, () => true, index);
            expect(allowed.map(({ id }) => id)).toContain(talentId);
            const works = person && createHoursTest(person);
            for (
              let minutes = parseMinutes(hours.from);
              minutes < parseMinutes(hours.to);
              minutes += 15
            ) {
              const instants = quarters.get(`${hours.day} ${minutes}`) ?? [];
              expect(instants.every((at) => works?.(at))).toBe(true);
              const key = `${talentId} ${hours.day} ${minutes}`;
              expect(busy).not.toContain(key);
              busy.add(key);
            }
          }
        }
      }),
      runs,
    );
  });

  it('answers the same whatever the order of the people and of their hours', () => {
    fc.assert(
      fc.property(plan, roster, monday, (asked, people, start) => {
        const reversed = people.toReversed().map((person) => ({
          ...person,
          hours: person.hours.toReversed(),
        }));
        expect(matchPlan(asked, reversed, start)).toEqual(matchPlan(asked, people, start));
      }),
      runs,
    );
  });

  it('never covers less when somebody has more hours', () => {
    fc.assert(
      fc.property(plan, roster, monday, span, (asked, people, start, more) => {
        const [first, ...others] = people;
        if (!first) return;
        const extended = [{ ...first, hours: [...first.hours, more] }, ...others];
        expect(matchPlan(asked, extended, start).coveredMinutes).toBeGreaterThanOrEqual(
          matchPlan(asked, people, start).coveredMinutes,
        );
      }),
      runs,
    );
  });

  it('gives hours to the best match who is free for all of them, not to who would stay longer', () => {
    const lunch = { day: 1, from: '12:00', to: '14:00' };
    const people: RosterPerson[] = [
      { ...base, id: 'long', role: 'Manager', hours: [{ ...lunch, to: '20:00' }] },
      { ...base, id: 'best', role: 'Receptionist', displayOrder: 1, hours: [lunch] },
    ];
    const find = (...hours: (typeof lunch)[]) => {
      const desks = hours.map((one, index) => ({
        ...{ name: `Desk ${index}`, tools: [], languages: [], hours: [one] },
        ...(index === 0 && { role: 'Receptionist' }),
      }));
      const asked = { timeZone: 'UTC', open: [], desks };
      const answer = matchPlan(asked, people, new Date('2026-07-06'));
      return answer.desks.flatMap(({ spans }) => spans.map(({ talentId }) => talentId));
    };
    expect(find(lunch)).toEqual(['best']);
    expect(find({ ...lunch, to: '15:00' })).toEqual(['long']);
    expect(find(lunch, { day: 1, from: '15:00', to: '18:00' })).toEqual(['best', 'long']);
  });

  it('gives hours without a wanted role to somebody who works other hours of the plan anyway', () => {
    const lunch = (...days: number[]) => days.map((day) => ({ day, from: '12:00', to: '14:00' }));
    const people: RosterPerson[] = [
      { ...base, id: 'most hours', role: 'Other', hours: lunch(1, 2, 3) },
      { ...base, id: 'front', role: 'Receptionist', hours: lunch(1, 2) },
      { ...base, id: 'back', role: 'Manager', hours: lunch(3) },
    ];
    const desk = { tools: [], languages: [] };
    const asked = {
      timeZone: 'UTC',
      open: [],
      desks: [
        { ...desk, name: 'Phone', hours: lunch(2) },
        { ...desk, name: 'Front', role: 'Receptionist', hours: lunch(1) },
        { ...desk, name: 'Back', role: 'Manager', hours: lunch(3) },
      ],
    };
    const { desks } = matchPlan(asked, people, new Date('2026-07-06'));
    const assigned = desks.flatMap(({ spans }) => spans.map(({ talentId }) => talentId));
    expect(assigned).toEqual(['front', 'front', 'back']);
  });

  it('keeps the same person at each of two desks with the same hours', () => {
    const day = (number: number, to: string) => ({ day: number, from: '09:00', to });
    const people: RosterPerson[] = [
      { ...base, id: 'late on Monday', role: 'Other', hours: [day(1, '18:00'), day(2, '17:00')] },
      { ...base, id: 'late on Tuesday', role: 'Other', hours: [day(1, '17:00'), day(2, '18:00')] },
    ];
    const hours = [day(1, '17:00'), day(2, '17:00')];
    const desks = ['Front', 'Phone'].map((name) => ({ name, tools: [], languages: [], hours }));
    const answer = matchPlan({ timeZone: 'UTC', open: [], desks }, people, new Date('2026-07-06'));
    const faces = answer.desks.map(({ spans }) => new Set(spans.map(({ talentId }) => talentId)));
    expect(faces.map(({ size }) => size)).toEqual([1, 1]);
  });

  it('changes hands as rarely as possible at a single desk', () => {
    fc.assert(
      fc.property(roster, fc.array(span, { minLength: 1, maxLength: 5 }), (people, hours) => {
        const here = people.map((person) => ({ ...person, timeZone: 'America/New_York' }));
        const asked: Plan = {
          timeZone: 'America/New_York',
          open: [],
          desks: [{ name: 'Front desk', tools: [], languages: [], hours }],
        };
        const answer = matchPlan(asked, here, new Date('2026-07-06'));
        const cells = new Map<number, string | null>();
        for (const one of answer.desks.flatMap(({ spans }) => spans)) {
          for (const minutes of listCells(one)) {
            cells.set((one.day - 1) * 48 + minutes / 30, one.talentId);
          }
        }
        const isFree = ({ hours: own }: RosterPerson, cell: number) =>
          own.some(
            ({ day, from, to }) =>
              day === Math.floor(cell / 48) + 1 &&
              parseMinutes(from) <= (cell % 48) * 30 &&
              (cell % 48) * 30 + 30 <= parseMinutes(to),
          );
        let fewest = new Map([['nobody', 0]]);
        let actual = 0;
        for (let cell = 0; cell < 336; cell += 1) {
          const worker = cells.get(cell);
          if (worker && worker !== cells.get(cell - 1)) actual += 1;
          const least = Math.min(...fewest.values());
          const next = new Map<string, number>();
          for (const person of here) {
            if (!cells.has(cell) || !isFree(person, cell)) continue;
            next.set(person.id, Math.min(fewest.get(person.id) ?? Infinity, least + 1));
          }
          if (next.size === 0) next.set('nobody', least);
          fewest = next;
        }
        expect(actual).toBe(Math.min(...fewest.values()));
      }),
      runs,
    );
  });
});
