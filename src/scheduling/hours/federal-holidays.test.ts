import { describe, expect, test } from 'vitest';
import { listFederalHolidays, listNextHolidays } from './federal-holidays';

/** As the Office of Personnel Management lists them, with the observed day beside the holiday. */
const published = {
  2026: '01-01, 01-19, 02-16, 05-25, 06-19, 07-03 to 07-04, 09-07, 10-12, 11-11, 11-26, 12-25',
  2027: '01-01, 01-18, 02-15, 05-31, 06-18 to 06-19, 07-04 to 07-05, 09-06, 10-11, 11-11, 11-25, 12-24 to 12-25',
  2028: '12-31 to 01-01, 01-17, 02-21, 05-29, 06-19, 07-04, 09-04, 10-09, 11-10 to 11-11, 11-23, 12-25',
};

const format = ({ first, last }: { first: string; last: string }) =>
  first === last ? first.slice(5) : `${first.slice(5)} to ${last.slice(5)}`;

describe('federal holidays', () => {
  test.each(Object.entries(published))('of %s are on the published days', (year, days) => {
    expect(listFederalHolidays(Number(year)).map(format).join(', ')).toBe(days);
  });

  test.each([
    ['2026-11-26', '2026-11-26', '2027-11-11'],
    ['2026-11-27', '2026-12-25', '2027-11-25'],
    ['2027-11-26', '2027-12-24', '2028-11-23'],
  ])('are each offered once, from %s on', (today, first, last) => {
    const dates = listNextHolidays(today).map((holiday) => holiday.first);
    expect(dates).toHaveLength(11);
    expect([dates[0], dates.at(-1)]).toEqual([first, last]);
  });

  test('include a holiday that is observed in the year before', () => {
    const names = listNextHolidays('2027-12-31').map(({ name }) => name);
    expect(names.filter((name) => name === 'New Year’s Day')).toHaveLength(1);
    expect(listNextHolidays('2027-12-31')[0]).toMatchObject({
      first: '2027-12-31',
      last: '2028-01-01',
    });
  });

  test('leave out the observed day that is over', () => {
    expect(listNextHolidays('2026-07-04')[0]).toEqual({
      name: 'Independence Day',
      first: '2026-07-04',
      last: '2026-07-04',
    });
  });
});
