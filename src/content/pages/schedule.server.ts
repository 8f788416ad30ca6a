import { formatHour } from '../../lib/time/format-hour';
import type { PageBlocks } from './contract';
import type { HeroContent } from './public-contract';

type Hero = PageBlocks['home']['hero'];
type Schedule = NonNullable<HeroContent['schedule']>;
type Desk = Schedule['desks'][number];
type Person = NonNullable<Desk['bars'][number]['person']>;

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
];

const roundToHalf = (hours: number) => Math.round(hours * 2) / 2;

/** Lets people cover the usual shifts, each by role, otherwise in their order. */
export function assignUsualShifts(
  { dayStart, dayEnd }: Hero,
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

/** Formats the hours of the day. */
export const formatDay = ({ dayStart, dayEnd }: Hero): string =>
  `${formatHour(dayStart)} to ${formatHour(dayEnd)}`;

/** Labels the hours of the day: in full at its ends, otherwise with the number alone. */
function labelHours({ dayStart, dayEnd }: Hero): string[] {
  return Array.from({ length: dayEnd - dayStart + 1 }, (_, index) => {
    const label = formatHour(dayStart + index);
    return index === 0 || dayStart + index === dayEnd ? label : label.replace(/ .*/, '');
  });
}

/** Fills a desk's day: the covered shifts, and the location's own team in between. */
function fillDay({ dayStart, dayEnd }: Hero, shifts: readonly CoveredShift[]): Desk['bars'] {
  const bars: Desk['bars'] = [];
  let hour = dayStart;
  const addBar = (to: number, person?: Person) => {
    if (to > hour) bars.push({ span: (to - hour) * 2, ...(person && { person }) });
    hour = to;
  };
  for (const { from, to, person } of [...shifts].sort((a, b) => a.from - b.from)) {
    addBar(from);
    addBar(to, person);
  }
  addBar(dayEnd);
  return bars;
}

/** Draws the day at one location; null without shifts. */
export function drawSchedule(hero: Hero, shifts: readonly CoveredShift[]): Schedule | null {
  if (shifts.length === 0) return null;
  const names = [...new Set(shifts.map(({ desk }) => desk))];
  return {
    ticks: labelHours(hero),
    desks: names.map((name) => ({
      name,
      bars: fillDay(
        hero,
        shifts.filter(({ desk }) => desk === name),
      ),
    })),
  };
}
