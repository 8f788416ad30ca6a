import { Link } from 'wouter';
import { ListStates } from '../../collection-kit/ListStates';
import { useCollection } from '../../features/queries';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { StatCard, StatCardPlaceholder } from '../../features/stats/public/StatCard';
import { getButtonClass } from '../../ui/Button';
import { SchedulePicture } from './SchedulePicture';
import './Hero.css';

/** Hero section. */
export function Hero() {
  return (
    <div className="top">
      <section className="hero" aria-labelledby="hero-title">
        <div className="wrap">
          <div className="hero-t">
            <h1 id="hero-title">
              <span>Every open hour,</span>{' '}
              <span className="on">
                covered.<small aria-hidden="true">8 am to 8 pm</small>
              </span>
            </h1>
            <p className="lead">
              Trained, bilingual receptionists, assistants, operations managers and customer support
              for franchise businesses. They learn your SOPs before their first shift; a dedicated
              project manager runs the onboarding.
            </p>
            <div className="acts">
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
    <div className="hero-s">
      <ListStates
        query={query}
        what="numbers"
        empty={null}
        placeholder={
          <ul className="stats">
            <StatCardPlaceholder />
            <StatCardPlaceholder />
            <StatCardPlaceholder />
          </ul>
        }
      >
        {(stats) => (
          <ul className="stats" aria-label="In numbers">
            {stats.map((stat) => (
              <StatCard key={stat.id} stat={stat} />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
