import { formatHour } from '../../../lib/time/format-hour';
import { weekdays } from '../../../lib/time/weekdays';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import type { DemandReport } from '../contract';
import * as styles from './Demand.module.css';

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

/** The first and the last hour that are shown in any case. */
const shownHours = { first: 8, last: 19 };

interface Props {
  hours: DemandReport['hours'];
  /** Outlined. */
  gap: Gap | undefined;
  /** Shows figures in place of bars. */
  hasFigures: boolean;
}

/** A week as a table: a row for each day, and in each hour a bar whose height is the number of plans. */
export function DemandSheet({ hours, gap, hasFigures }: Props) {
  const first = Math.min(shownHours.first, ...hours.map(({ hour }) => hour));
  const last = Math.max(shownHours.last, ...hours.map(({ hour }) => hour));
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(...hours.map(({ asked }) => asked));
  const isInGap = (weekday: number, hour: number) =>
    gap?.weekday === weekday && gap.from <= hour && hour < gap.to;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the figures
    <section className={styles.sheet} aria-label="Hours of the week" tabIndex={0}>
      <table style={{ '--most': most, '--columns': columns.length }} data-figures={hasFigures}>
        <caption className={layoutStyles.visuallyHidden}>
          Plans that asked for each hour, and how many of them could be covered
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((hour, index) => (
              <th key={hour} scope="col">
                <span className={layoutStyles.visuallyHidden}>{formatHour(hour)}</span>
                {index % 2 === 0 && (
                  <span aria-hidden="true" data-wide={index % 4 > 0}>
                    {index > 0 ? formatHour(hour).replace(/ [ap]m$/, '') : formatHour(hour)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((name, index) => (
            <tr key={name}>
              <th scope="row">
                <span aria-hidden="true">{name.slice(0, 3)}</span>
                <span className={layoutStyles.visuallyHidden}>{name}</span>
              </th>
              {columns.map((column) => {
                const found = hours.find(
                  ({ weekday, hour }) => weekday === index + 1 && hour === column,
                );
                if (!found) return <td key={column} />;
                const { asked, covered } = found;
                return (
                  <td key={column}>
                    <span className={layoutStyles.visuallyHidden}>
                      {`${asked} asked, ${covered} covered`}
                    </span>
                    <span
                      aria-hidden="true"
                      className={hasFigures ? styles.figures : styles.bar}
                      style={{ '--asked': asked, '--covered': covered }}
                      data-picked={isInGap(index + 1, column)}
                    >
                      {hasFigures && (
                        <>
                          <strong>{asked}</strong> {covered}
                        </>
                      )}
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
