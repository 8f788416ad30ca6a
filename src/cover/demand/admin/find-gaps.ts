import type { DemandReport } from '../contract';

type Hour = DemandReport['hours'][number];

/** Hours of a day in a row. */
export interface Gap extends Pick<Hour, 'weekday' | 'asked' | 'covered'> {
  /** The first hour, and the one after the last. */
  from: number;
  to: number;
}

/**
 * Finds hours in a row of which less than half could be covered, those that most plans asked for in
 * vain first.
 * @param hours by weekday and hour
 */
export function findGaps(hours: readonly Hour[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { weekday, hour, asked, covered } of hours) {
    if (2 * covered >= asked) continue;
    const last = gaps.at(-1);
    if (last?.weekday === weekday && last.to === hour) {
      last.to += 1;
      last.asked += asked;
      last.covered += covered;
    } else {
      gaps.push({ weekday, from: hour, to: hour + 1, asked, covered });
    }
  }
  return gaps.sort((a, b) => b.asked - b.covered - (a.asked - a.covered));
}
