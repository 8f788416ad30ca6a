import { Fragment, useEffect } from 'react';
import type { HeroContent } from '../../content/pages/public-contract';
import { onFirstInteraction } from '../../lib/browser/on-first-interaction';
import { getRoleTheme, Portrait } from '../../ui/picture/Portrait';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { Drawing } from './Drawing';
import * as styles from './SchedulePicture.module.css';

type Schedule = NonNullable<HeroContent['schedule']>;
type Bar = Schedule['desks'][number]['bars'][number];

interface Props extends Schedule {
  /** The hours of the day, in words. */
  hours: string;
}

/** A part of a row: a bar, hours that are being painted, or an empty one. */
type Part = Bar & { kind?: 'hole' | 'empty' };

/** The half hours of the team's own time at the end of a day in which some can be shown as painted. */
const minOwnHalfHours = 8;

/** Shows some hours at the end of a desk's day as being painted. */
function paintLastHours(bars: readonly Bar[]): readonly Part[] {
  const last = bars.at(-1);
  if (!last || last.person || last.span < minOwnHalfHours) return bars;
  const part = Math.floor(last.span * 0.4);
  return [
    ...bars.slice(0, -1),
    { span: part },
    { span: part, kind: 'hole' },
    { span: last.span - 2 * part, kind: 'empty' },
  ];
}

const emptyDeskName = 'Back office';

/**
 * A day at one location, as the way to the visitor's own plan: hours that are covered, hours that are
 * being painted, and an empty row. Each row opens the plan at its desk, with the hours of a drag.
 */
export function SchedulePicture({ hours, ticks, desks }: Props) {
  const length = ticks.length - 1;
  // Dragging needs code that nobody needs before an interaction.
  useEffect(
    () =>
      onFirstInteraction(() => {
        import('./paint-schedule').then(
          (it) => it.paintSchedule(styles.hole),
          () => undefined,
        );
      }),
    [],
  );
  const rows: { name: string; bars: readonly Part[] }[] = [
    ...desks.map(({ name, bars }, index) => ({
      name,
      bars: index === desks.length - 1 ? paintLastHours(bars) : bars,
    })),
    {
      name: desks.some(({ name }) => name === emptyDeskName) ? 'Your desk' : emptyDeskName,
      bars: [{ span: 2 * length, kind: 'empty' }],
    },
  ];
  return (
    <figure
      className={styles.schedule}
      aria-label={`A day at one location, ${hours}: the hours its own team cannot cover are filled`}
    >
      <div className={styles.day} data-hours={length}>
        <div className={styles.hours} aria-hidden="true">
          {ticks.map((tick, index) => (
            <span key={index}>{tick}</span>
          ))}
        </div>
        {rows.map(({ name, bars }) => (
          <div key={name} className={styles.row}>
            <a className={styles.open} href={`/cover#${name.toLowerCase().replaceAll(' ', '-')}`}>
              <span className={styles.desk}>{name}</span>
              <span className={layoutStyles.visuallyHidden}>: paint the hours nobody covers</span>
            </a>
            {/* The content security policy blocks style attributes: columns are the half hours. */}
            <table aria-hidden="true">
              <colgroup>
                <col span={2 * length} />
              </colgroup>
              <tbody>
                <tr>
                  {bars.map((bar, index) => (
                    <td key={index} colSpan={bar.span}>
                      <ShiftBar {...bar} />
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
        ))}
        <span className={styles.hint} aria-hidden="true">
          Paint the hours that stand empty
        </span>
      </div>
    </figure>
  );
}

function ShiftBar({ person, kind }: Part) {
  if (kind === 'empty') return null;
  if (kind === 'hole') {
    return (
      <span className={styles.hole}>
        <span>Nobody yet</span>
      </span>
    );
  }
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
