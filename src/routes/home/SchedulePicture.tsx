import { Fragment } from 'react';
import type { HeroContent } from '../../content/pages/public-contract';
import { getRoleTheme, Portrait } from '../../ui/Portrait';
import { Drawing } from './Drawing';
import * as styles from './SchedulePicture.module.css';

type Schedule = NonNullable<HeroContent['schedule']>;
type Bar = Schedule['desks'][number]['bars'][number];

interface Props extends Schedule {
  /** The hours of the day, in words. */
  hours: string;
}

/** Illustration of a day at one location: the open hours and the talents who cover them. */
export function SchedulePicture({ hours, ticks, desks }: Props) {
  const length = ticks.length - 1;
  return (
    <div
      className={styles.schedule}
      role="img"
      aria-label={`A day at one location, ${hours}: the hours its own team cannot cover are filled`}
    >
      <div className={styles.day} data-hours={length} aria-hidden="true">
        <div className={styles.hours}>
          {ticks.map((tick, index) => (
            <span key={index}>{tick}</span>
          ))}
        </div>
        {desks.map((desk) => (
          <div key={desk.name} className={styles.row}>
            <span className={styles.desk}>{desk.name}</span>
            {/* The content security policy blocks style attributes: columns are the half hours. */}
            <table>
              <colgroup>
                <col span={2 * length} />
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
          <Drawing viewBox={drawing} className={styles.person} />
        ) : (
          <Portrait
            imageUrl={picture?.url ?? null}
            focus={picture?.focus}
            exposure={picture?.exposure}
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
