import { Link } from 'wouter';
import { ListStates } from '../../collection-kit/ListStates';
import { useCollection } from '../../features/queries';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { StatCard, StatCardPlaceholder } from '../../features/stats/public/StatCard';
import { getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/layout.module.css';
import * as textStyles from '../../ui/text.module.css';
import * as styles from './Hero.module.css';
import { SchedulePicture } from './SchedulePicture';

/** Hero section. */
export function Hero() {
  return (
    <div className={styles.top}>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={`${layoutStyles.container} ${styles.columns}`}>
          <div className={styles.text}>
            <h1 id="hero-title">
              <span>Every open hour,</span>{' '}
              <span className={styles.highlight}>
                covered.<small aria-hidden="true">8 am to 8 pm</small>
              </span>
            </h1>
            <p className={`${textStyles.lead} ${styles.lead}`}>
              Trained, bilingual receptionists, assistants, operations managers and customer support
              for franchise businesses. They learn your SOPs before their first shift; a dedicated
              project manager runs the onboarding.
            </p>
            <div className={`${layoutStyles.actions} ${styles.actions}`}>
              <BookCallButton className={getButtonClass('primary', 'l')}>
                Book Discovery Call
              </BookCallButton>
              <Link href="/talent" className={getButtonClass('secondary', 'l')}>
                Browse Talent
              </Link>
            </div>
          </div>
          <Stats />
        </div>
      </section>
      <SchedulePicture />
    </div>
  );
}

function Stats() {
  const query = useCollection('stats');
  // Without stats the headline uses the full width.
  if (query.data?.length === 0) return null;
  return (
    <div className={styles.side}>
      <ListStates
        query={query}
        what="numbers"
        empty={null}
        placeholder={
          <ul className={styles.stats}>
            <StatCardPlaceholder />
            <StatCardPlaceholder />
            <StatCardPlaceholder />
          </ul>
        }
      >
        {(stats) => (
          <ul className={styles.stats} aria-label="In numbers">
            {stats.map((stat) => (
              <StatCard key={stat.id} stat={stat} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
