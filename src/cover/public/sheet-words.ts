import { formatCount, formatNumber } from '../../lib/format-number';
import { formatHour } from '../../lib/time/format-hour';
import { parseMinutes } from '../../lib/time/week-hours';
import { weekdays } from '../../lib/time/weekdays';
import type { CoverAnswer, Plan } from '../contract';
import { countMinutes, formatDays, formatHours, formatTheseHours, joinWords } from '../plan-words';
import { cellMinutes } from '../week';
import {
  type Block,
  getRectangle,
  isInStroke,
  type Stroke,
  toHour,
  toIndex,
  toPosition,
} from './paint';

/** A sentence and its explanation, with a shorter version for phones. */
export interface Words {
  title: string;
  text: string;
  shortTitle?: string;
  shortText?: string;
}

/** Formats half hours of a day: "5 pm to 7 pm". */
export const formatCells = (from: number, to: number): string =>
  `${formatHour(toHour(from))} to ${formatHour(toHour(to))}`;

/** Returns the weekday with most hours; undefined if there are several, or only one has hours. */
function findLongestDay(plan: Plan): string | undefined {
  const hours = plan.desks.flatMap((desk) => desk.hours);
  const sums = weekdays.map((name, index) => ({
    name,
    minutes: countMinutes(hours.filter(({ day }) => day === index + 1)),
  }));
  const [first, second] = sums.toSorted((a, b) => b.minutes - a.minutes);
  return first && second && second.minutes > 0 && first.minutes > second.minutes
    ? first.name
    : undefined;
}

/** Parts of a day, by the hour at which they end. */
const partsOfDay = [
  ['morning', 12],
  ['afternoon', 17],
  ['evening', 24],
] as const;

/** Returns where hours are, if they are on one day: "Tuesday evening", "Tuesday". */
function describePlace(spans: readonly { day: number; from: string; to: string }[]): string {
  const [first] = spans;
  if (!first || spans.some(({ day }) => day !== first.day)) return '';
  const name = weekdays[first.day - 1] ?? '';
  let start = 0;
  for (const [part, end] of partsOfDay) {
    const isWithin = spans.every(
      ({ from, to }) => parseMinutes(from) >= start * 60 && parseMinutes(to) <= end * 60,
    );
    if (isWithin) return `, ${name} ${part}`;
    start = end;
  }
  return `, ${name}`;
}

const smallNumbers = 'No,One,Two,Three,Four,Five,Six,Seven,Eight,Nine,Ten,Eleven,Twelve'.split(',');

const countPeople = (count: number): string =>
  `${smallNumbers[count] ?? count} ${count === 1 ? 'person' : 'people'}`;

/** Returns who can work the hours of a plan, in the order of the answer. */
function describeAnswer(answer: CoverAnswer, names: ReadonlyMap<string, { name: string }>) {
  const spans = answer.desks.flatMap((desk) => desk.spans);
  const working = new Set(spans.flatMap(({ talentId }) => talentId ?? []));
  const people = answer.people.flatMap(({ talentId }) => {
    const name = names.get(talentId)?.name;
    return working.has(talentId) && name !== undefined ? [getFirstName(name)] : [];
  });
  return { people, spans, open: spans.filter(({ talentId }) => talentId === null) };
}

/** Returns the first name, to speak of a person. */
export const getFirstName = (name: string): string => name.split(' ', 1)[0] ?? name;

/**
 * Says how many hours of a plan nobody covers, and who can work them.
 * @param answer the one for this plan; undefined before it arrives
 * @param names the people on the sheet, by their id
 */
export function describeSum(
  plan: Plan,
  answer: CoverAnswer | undefined,
  names: ReadonlyMap<string, { name: string }>,
): Words {
  const minutes = countMinutes(plan.desks.flatMap((desk) => desk.hours));
  if (minutes === 0) {
    return {
      title: 'Nothing painted yet.',
      text: 'Drag across the hours, tap one, or begin with Lunch. Half hours count.',
      shortText: 'Sideways paints, up and down scrolls.',
    };
  }
  const hours = formatHours(minutes);
  const locations = plan.perLocation ? (plan.locations ?? 1) : 1;
  const day = findLongestDay(plan);
  const most = day ? `, most on ${day}` : '';
  const sum =
    locations > 1
      ? {
          title: `${hours} a week at each of ${locations} locations, ${formatNumber((minutes * locations) / 60)} in all.`,
          shortTitle: `${hours} at each of ${locations} locations.`,
        }
      : {
          title: `${hours} a week ${minutes === 60 ? 'stands' : 'stand'} uncovered${most}.`,
          shortTitle: `${hours} uncovered${most}.`,
        };
  if (!answer) return { ...sum, text: '' };

  const { people, spans, open } = describeAnswer(answer, names);
  const { requestedMinutes: requested, coveredMinutes: covered } = answer;
  const missing = requested - covered;
  const them = requested > 60 ? 'them' : 'it';
  if (covered === 0) return { ...sum, text: `Nobody on our list works ${them} yet.` };
  const count = countPeople(people.length);
  const shifts = formatCount(spans.length, 'shift');
  if (missing === 0) {
    return {
      title: `${formatTheseHours(requested, 'All', 'The')} ${requested > 60 ? 'have' : 'has'} someone.`,
      text: `${joinWords(people)}. ${count}, ${shifts}.`,
      shortText: `${count}, ${shifts}.`,
    };
  }
  const place = locations > 1 ? '' : describePlace(open);
  return {
    ...sum,
    text: `${joinWords(people)} can work ${formatNumber(covered / 60)} of ${them}. ${formatHours(missing)}${place}: nobody yet.`,
    shortText: `${formatNumber(covered / 60)} covered by ${count.toLowerCase()}, ${formatNumber(missing / 60)} nobody yet.`,
  };
}

/**
 * Says what a stroke paints or erases.
 * @param week the half hours below it
 */
export function describeStroke(stroke: Stroke, week: Uint8Array, open: Uint8Array) {
  const { from, to } = getRectangle(stroke);
  const touched = [...week.keys()].filter((index) => {
    const isTouched = stroke.isErasing ? week[index] : week[index] || open[index];
    return isTouched && isInStroke(stroke, toPosition(index));
  });
  const days = new Set(touched.map((index) => toPosition(index).day + 1));
  const names = formatDays([...days]);
  const minutes = touched.length * cellMinutes;
  const effect = stroke.isErasing ? 'Let go to erase them.' : 'Let go to see who can work them.';
  return {
    tag: { times: formatCells(from, to), note: `${names}, ${minutes / 60} h` },
    words: {
      title: `${formatCells(from, to)}, ${names}`,
      text: `${formatHours(minutes)}. ${effect}`,
    },
  };
}

/**
 * Says who can work a block.
 * @param workers the ids of those who can work each half hour of the week
 */
export function describeBlock(
  { day, from, to }: Block,
  workers: readonly (readonly (string | null)[])[],
  names: ReadonlyMap<string, { name: string }>,
): Words {
  const all = workers.slice(toIndex({ day, cell: from }), toIndex({ day, cell: to })).flat();
  const people = [...new Set(all)].flatMap((id) => {
    const name = id === null ? undefined : names.get(id)?.name;
    return name === undefined ? [] : [getFirstName(name)];
  });
  const who = [joinWords(people), all.includes(null) ? 'nobody yet' : ''];
  return {
    title: `${weekdays[day]}, ${formatCells(from, to)}`,
    text: `${[formatHours((to - from) * cellMinutes), ...who].filter(Boolean).join(', ')}.`,
  };
}
