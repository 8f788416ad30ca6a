import { Fragment } from 'react';
import { formatHour } from '../../features/pages/format-hour';
import type { HeroContent } from '../../features/pages/public-contract';
import { getRoleTheme, Portrait } from '../../ui/Portrait';
import { Drawing } from './Drawing';
import * as styles from './SchedulePicture.module.css';

type Desk = NonNullable<HeroContent['desks']>[number];
type Bar = Desk['bars'][number];

interface Props {
  day: HeroContent['day'];
  desks: readonly Desk[];
}

/** Labels an hour of the ruler: in full at its ends, otherwise the number alone. */
function formatTick({ start, end }: Props['day'], hour: number): string {
  const text = formatHour(hour);
  return hour === start || hour === end ? text : text.replace(/ .*/, '');
}

/** Illustration of a day at one location: the open hours and the talents who cover them. */
export function SchedulePicture({ day, desks }: Props) {
  const hours = day.end - day.start;
  return (
    <div
      className={styles.schedule}
      role="img"
      aria-label={`A day at one location, ${formatHour(day.start)} to ${formatHour(day.end)}: the hours its own team cannot cover are filled`}
    >
      <div className={styles.day} data-hours={hours} aria-hidden="true">
        <div className={styles.hours}>
          {Array.from({ length: hours + 1 }, (_, index) => (
            <span key={index}>{formatTick(day, day.start + index)}</span>
          ))}
        </div>
        {desks.map((desk) => (
          <div key={desk.name} className={styles.row}>
            <span className={styles.desk}>{desk.name}</span>
            {/* The content security policy blocks style attributes: columns are the half hours. */}
            <table>
              <colgroup>
                <col span={2 * hours} />
              </colgroup>
              <tbody>
                <tr>
                  {desk.bars.map((bar, index) => (
                    <td key={index} colSpan={bar.span}>
                      <ShiftBar {...bar} />
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
        ))}
      </div>
    </div>
  );
}

function ShiftBar({ person }: Bar) {
  if (!person) {
    return (
      <span className={`${styles.bar} ${styles.own}`}>
        <span>In house</span>
      </span>
    );
  }
  const { name, role, drawing, picture } = person;
  return (
    <Fragment>
      <span className={styles.cell} data-r={getRoleTheme(role)} data-style={picture?.style}>
        {drawing ? (
          <Drawing name={drawing} className={styles.person} />
        ) : (
          <Portrait
            imageUrl={picture?.url ?? null}
            focus={picture?.focus}
            size={108}
            className={styles.person}
          />
        )}
      </span>
      <span className={`${styles.bar} ${styles.covered}`}>
        {name} <em>{role}</em>
      </span>
    </Fragment>
  );
}
