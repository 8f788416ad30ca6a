import { addDays } from '../../lib/time/durations';

/** A holiday: its date, and the weekday on which it is observed if it is at a weekend. */
export interface Holiday {
  name: string;
  /** "2026-07-03". */
  first: string;
  last: string;
}

/** Number of a weekday: 0 for Sunday. */
const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

const getWeekday = (date: string): number => new Date(date).getUTCDay();

const formatDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** Finds a month's first, second, ... day that is this weekday. */
function findNth(nth: number, weekday: number, year: number, month: number): string {
  const first = formatDate(year, month, 1);
  return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + (nth - 1) * 7);
}

const findLastMonday = (year: number, month: number): string => {
  const last = formatDate(year, month + 1, 0);
  return addDays(last, -((getWeekday(last) - monday + 7) % 7));
};

/** The federal holidays of the United States (5 U.S.C. 6103), in the order of the year. */
const rules: readonly [name: string, findDate: (year: number) => string][] = [
  ['New Year’s Day', (year) => formatDate(year, 1, 1)],
  ['Martin Luther King Jr. Day', (year) => findNth(3, monday, year, 1)],
  ['Presidents’ Day', (year) => findNth(3, monday, year, 2)],
  ['Memorial Day', (year) => findLastMonday(year, 5)],
  ['Juneteenth', (year) => formatDate(year, 6, 19)],
  ['Independence Day', (year) => formatDate(year, 7, 4)],
  ['Labor Day', (year) => findNth(1, monday, year, 9)],
  ['Columbus Day', (year) => findNth(2, monday, year, 10)],
  ['Veterans Day', (year) => formatDate(year, 11, 11)],
  ['Thanksgiving', (year) => findNth(4, thursday, year, 11)],
  ['Christmas Day', (year) => formatDate(year, 12, 25)],
];

/** Adds the day on which a holiday is observed: Friday for a Saturday, Monday for a Sunday. */
const toHoliday = (name: string, date: string): Holiday => ({
  name,
  first: getWeekday(date) === saturday ? addDays(date, -1) : date,
  last: getWeekday(date) === sunday ? addDays(date, 1) : date,
});

/** Lists the US federal holidays of a year, as they are observed, in order. */
export const listFederalHolidays = (year: number): Holiday[] =>
  rules.map(([name, findDate]) => toHoliday(name, findDate(year)));

/** Lists the next of each US federal holiday, in order, without days that are over. */
export function listNextHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const holidays = [year, year + 1].flatMap(listFederalHolidays);
  return rules
    .flatMap(([name]) => holidays.find((one) => one.name === name && one.last >= today) ?? [])
    .map((holiday) => ({ ...holiday, first: holiday.first < today ? today : holiday.first }))
    .sort((a, b) => (a.first < b.first ? -1 : 1));
}
