import * as stateStyles from '../../ui/states.module.css';
import * as styles from './ScheduleSkeleton.module.css';

/** Five weeks, with some days drawn as available. */
const days = Array.from({ length: 35 }, (_, day) => ({
  day,
  isFree: day >= 3 && day % 7 < 5,
}));
const times = ['9', '10', '11', '12', '1', '2', '3'];

/**
 * Loading skeleton of the booking flow.
 * @param part `times` leaves out the column that describes the call
 */
export function ScheduleSkeleton({ part = 'all' }: { part?: 'all' | 'times' }) {
  return (
    <div
      className={
        part === 'all' ? styles.skeleton : `${styles.skeleton} ${styles.withoutDescription}`
      }
      aria-hidden="true"
    >
      {part === 'all' && (
        <div className={styles.description}>
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
        </div>
      )}
      <div className={styles.days}>
        <div className={stateStyles.skeleton} />
        <div className={styles.calendar}>
          {days.map(({ day, isFree }) => (
            <div
              key={day}
              className={isFree ? stateStyles.skeleton : `${stateStyles.skeleton} ${styles.closed}`}
            />
          ))}
        </div>
      </div>
      <div className={styles.times}>
        <div className={stateStyles.skeleton} />
        {times.map((time) => (
          <div key={time} className={stateStyles.skeleton} />
        ))}
      </div>
    </div>
  );
}
