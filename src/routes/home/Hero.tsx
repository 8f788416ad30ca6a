import { Link } from 'wouter';
import { useCollection } from '../../content/collections/queries';
import { StatCard, StatCardPlaceholder } from '../../content/collections/stats/public/StatCard';
import type { HeroContent } from '../../content/pages/public-contract';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { BookCallButton } from '../../scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import { ListStates } from '../../ui/ListStates';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './Hero.module.css';
import { SchedulePicture } from './SchedulePicture';

/** How many characters of a line fit beside the stats, by the size of the type. Longer lines wrap. */
const maxLineLength = { large: 16, medium: 18 };

function getLineLength(...lines: string[]): 'medium' | 'long' | undefined {
  const length = Math.max(...lines.map((line) => line.length));
  if (length <= maxLineLength.large) return undefined;
  return length <= maxLineLength.medium ? 'medium' : 'long';
}

/** Hero section. */
export function Hero({ line1, line2, text, buttons, hours, schedule }: HeroContent) {
  return (
    <div className={styles.top}>
      <section className={styles.hero} aria-labelledby="hero-title">
        <div className={`${layoutStyles.container} ${layoutStyles.columns} ${styles.columns}`}>
          <div className={styles.text}>
            <h1 id="hero-title" data-length={getLineLength(line1, line2)}>
              <span>{line1}</span>{' '}
              <span className={styles.highlight}>
                {line2}
                <small aria-hidden="true">{hours}</small>
              </span>
            </h1>
            {text && <p className={`${textStyles.lead} ${styles.lead}`}>{text}</p>}
            <div className={`${layoutStyles.actions} ${styles.actions}`}>
              {buttons.map(({ label, opens }, index) => (
                <HeroButton
                  key={index}
                  opens={opens}
                  className={getButtonClass(index === 0 ? 'primary' : 'secondary', 'l')}
                >
                  {label}
                </HeroButton>
              ))}
            </div>
          </div>
          <Stats />
        </div>
      </section>
      <section className={styles.paint} aria-labelledby="paint">
        <div className={layoutStyles.container}>
          <div>
            <h2 id="paint">Paint the hours nobody covers</h2>
            <p>You see at once who can work them, and what it costs. No account, no email.</p>
          </div>
          <a href="/cover" className={getButtonClass('secondary', 'l')}>
            Paint my week
          </a>
        </div>
      </section>
      {schedule && <SchedulePicture hours={hours} {...schedule} />}
    </div>
  );
}

interface HeroButtonProps {
  opens: HeroContent['buttons'][number]['opens'];
  className: string;
  children: string;
}

function HeroButton({ opens, ...button }: HeroButtonProps) {
  if (opens === 'call') return <BookCallButton {...button} />;
  if (opens === 'inquiry') return <InquiryButton {...button} />;
  return opens === 'talent' ? (
    <Link href="/talent" {...button} />
  ) : (
    <a href={`#${opens}`} {...button} />
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
