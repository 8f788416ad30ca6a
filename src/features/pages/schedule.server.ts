import type { PageBlocks } from './contract';
import type { HeroContent } from './public-contract';

type Person = NonNullable<NonNullable<HeroContent['desks']>[number]['bars'][number]['person']>;

/** A stretch of the day at a desk that somebody covers. */
export interface CoveredShift {
  desk: string;
  from: number;
  to: number;
  person: Person;
}

/** The usual shifts, as parts of the day, and the roles that cover them best. */
const usualShifts: readonly { desk: string; from: number; to: number; roles: string[] }[] = [
  { desk: 'Front desk', from: 7 / 24, to: 15 / 24, roles: ['Receptionist'] },
  { desk: 'Phones', from: 4 / 24, to: 9 / 24, roles: ['Customer Support', 'Executive Assistant'] },
  { desk: 'Back office', from: 10 / 24, to: 19 / 24, roles: ['Operations Manager'] },
  { desk: 'Phones', from: 15 / 24, to: 1, roles: ['Receptionist', 'Customer Support'] },
];

const roundToHalf = (hours: number) => Math.round(hours * 2) / 2;

/** Lets people cover the usual shifts, each by role, otherwise in their order. */
export function assignUsualShifts(
  { dayStart, dayEnd }: PageBlocks['home']['hero'],
  people: readonly Person[],
): CoveredShift[] {
  const free = [...people];
  const hours = dayEnd - dayStart;
  return usualShifts.flatMap(({ desk, from, to, roles }) => {
    const byRole = free.findIndex(({ role }) => roles.includes(role));
    const [person] = free.splice(Math.max(byRole, 0), 1);
    if (!person) return [];
    return [
      {
        desk,
        from: dayStart + roundToHalf(from * hours),
        to: dayStart + roundToHalf(to * hours),
        person,
      },
    ];
  });
}

/** Draws the day of each desk: the covered shifts, and the location's own team in between. */
export function drawDesks(
  { dayStart, dayEnd }: PageBlocks['home']['hero'],
  shifts: readonly CoveredShift[],
): HeroContent['desks'] {
  if (shifts.length === 0) return null;
  const names = [...new Set(shifts.map(({ desk }) => desk))];
  return names.map((name) => {
    const bars: { span: number; person?: Person }[] = [];
    let hour = dayStart;
    const addBar = (to: number, person?: Person) => {
      if (to > hour) bars.push({ span: (to - hour) * 2, ...(person && { person }) });
      hour = to;
    };
    for (const { from, to, person } of shifts
      .filter(({ desk }) => desk === name)
      .sort((a, b) => a.from - b.from)) {
      addBar(from);
      addBar(to, person);
    }
    addBar(dayEnd);
    return { name, bars };
  });
}
