import { Picture, useBrokenPicture } from '../../../../ui/picture/Picture';
import * as badgeStyles from '../../../../ui/styles/badges.module.css';
import * as stateStyles from '../../../../ui/styles/states.module.css';
import type { CaseStudy } from '../contract';
import * as styles from './CaseStudyCard.module.css';
import { ClientLogo } from './ClientLogo';

/** Crop of the picture. It is at most 959 px wide, when it is above its text. */
const picture = { width: 1040, height: 760 };

/**
 * Full width when stacked, seven of twelve columns beside the text (see CaseStudyCard.module.css).
 */
const sizes = '(min-width: 1376px) 746px, (min-width: 960px) 56vw, 100vw';

/** A case study: picture or client name, story, metrics and testimonial. */
export function CaseStudyCard({ study }: { study: CaseStudy }) {
  const metrics = [
    { label: 'Time Saved', value: study.timeSaved },
    { label: 'Cost Reduction', value: study.costReduction },
    { label: 'Efficiency Gain', value: study.efficiencyGain },
  ].filter((metric) => metric.value !== null);
  return (
    <article className={styles.card}>
      <div className={styles.columns}>
        <CasePicture study={study} />
        <div className={styles.text}>
          <ClientName study={study} />
          <h3>{study.title}</h3>
          <p className={styles.description}>{study.description}</p>
          {metrics.length > 0 && (
            <dl className={styles.metrics}>
              {metrics.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <Testimonial study={study} />
        </div>
      </div>
    </article>
  );
}

function ClientName({ study }: { study: CaseStudy }) {
  return (
    <p className={styles.client} data-logo={study.clientLogo}>
      <ClientLogo study={study} name={study.clientName} />{' '}
      <span className={badgeStyles.badge}>{study.industry}</span>
    </p>
  );
}

function CasePicture({ study }: { study: CaseStudy }) {
  const { isBroken, picture: events } = useBrokenPicture(study.imageUrl);
  if (study.imageUrl === null || isBroken) {
    // Hidden from screen readers: the text beside it says the same.
    return (
      <div className={`${styles.picture} ${styles.nameTile}`} aria-hidden="true">
        <span className={badgeStyles.badge}>{study.industry}</span>
        <b>{study.clientName}</b>
      </div>
    );
  }
  return (
    <div className={styles.picture} data-tone={study.imageStyle}>
      <Picture
        {...events}
        src={study.imageUrl}
        alt={study.imageAlt ?? ''}
        focus={study.imageFocus}
        exposure={study.imageExposure}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
      />
    </div>
  );
}

function Testimonial({ study }: { study: CaseStudy }) {
  if (study.testimonialQuote === null) return null;
  const by = [study.testimonialAuthor, study.testimonialRole].filter(Boolean).join(', ');
  return (
    <figure>
      <blockquote>
        <q>{study.testimonialQuote}</q>
      </blockquote>
      {by && <figcaption>{by}</figcaption>}
    </figure>
  );
}

/** Loading placeholder. */
export function CaseStudyPlaceholder() {
  return (
    <div className={`${styles.card} ${styles.loading}`}>
      <div className={styles.columns}>
        <div className={styles.picture} />
        <div className={styles.text}>
          <div className={`${stateStyles.skeleton} ${styles.clientSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.titleSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.titleSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.textSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.textSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.textSkeleton}`} />
          <div className={styles.metrics}>
            <div className={stateStyles.skeleton} />
            <div className={stateStyles.skeleton} />
          </div>
        </div>
      </div>
    </div>
  );
}
