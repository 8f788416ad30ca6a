import { type ComponentType, memo, type ReactNode } from 'react';
import { formatYears } from '../../../../lib/format-number';
import { PersonPicture } from '../../../../ui/picture/Portrait';
import * as badgeStyles from '../../../../ui/styles/badges.module.css';
import * as buttonStyles from '../../../../ui/styles/buttons.module.css';
import * as cardStyles from '../../../../ui/styles/card.module.css';
import * as layoutStyles from '../../../../ui/styles/layout.module.css';
import * as stateStyles from '../../../../ui/styles/states.module.css';
import type { PublicTalent } from '../contract';
import { ShortlistButton } from '../shortlist/ShortlistButton';
import { maxCardSkills } from '../talent-options';
import * as styles from './TalentCard.module.css';
import * as yearsStyles from './TalentYears.module.css';

const portraitSizePx = 172;

interface Props {
  talent: PublicTalent;
  /** Loads the picture immediately. For cards in the first viewport. */
  eager?: boolean;
  /** Opens the lead form about the talent. */
  InquiryButton: ComponentType<{
    talent: PublicTalent;
    className: string;
    label: string;
    children: ReactNode;
  }>;
}

/** A talent's card. */
// Memoized: most cards stay when the filter changes.
export const TalentCard = memo(function TalentCard({
  talent,
  eager = false,
  InquiryButton,
}: Props) {
  const skills = [...new Set(talent.skills)].slice(0, maxCardSkills);
  return (
    <article className={`${cardStyles.card} ${styles.card}`}>
      <PersonPicture
        person={talent}
        alt={talent.imageAlt}
        className={styles.stage}
        portraitClass={styles.portrait}
        size={talent.imageStyle === 'photo' ? 240 : portraitSizePx}
        eager={eager}
      >
        <p className={styles.role}>
          <b>{talent.role}</b>
          {talent.seniority}
        </p>
        <ShortlistButton person={talent} />
      </PersonPicture>
      <TalentYears years={talent.yearsExperience} />
      <div className={styles.body}>
        <div>
          <p className={styles.name}>{talent.name}</p>
          <h3>{talent.title}</h3>
        </div>
        {skills.length > 0 && (
          <ul className={styles.skills} aria-label="Skills">
            {skills.map((skill) => (
              <li key={skill} className={badgeStyles.badge}>
                {skill}
              </li>
            ))}
          </ul>
        )}
        {talent.industry.length > 0 && (
          <p className={styles.industries}>
            <span className={layoutStyles.visuallyHidden}>Industries: </span>
            {talent.industry.join(', ')}
          </p>
        )}
        {talent.languages.length > 0 && (
          <p className={styles.industries}>
            <span className={layoutStyles.visuallyHidden}>Languages: </span>
            {talent.languages.join(', ')}
          </p>
        )}
        <InquiryButton
          talent={talent}
          className={`${buttonStyles.button} ${buttonStyles.secondary} ${styles.open}`}
          label={`View Profile, ${talent.name}`}
        >
          View Profile
        </InquiryButton>
      </div>
    </article>
  );
});

/** Loading placeholder. */
function TalentCardPlaceholder() {
  return (
    <div className={`${cardStyles.card} ${styles.card} ${styles.loading}`}>
      <div className={styles.stage} />
      <div className={`${styles.yearsSkeleton} ${yearsStyles.years}`} />
      <div className={styles.body}>
        <div>
          <div className={`${stateStyles.skeleton} ${styles.nameSkeleton}`} />
          <div className={`${stateStyles.skeleton} ${styles.titleSkeleton}`} />
        </div>
        <div className={styles.skills}>
          <span className={stateStyles.skeleton} />
          <span className={stateStyles.skeleton} />
          <span className={stateStyles.skeleton} />
          <span className={stateStyles.skeleton} />
          <span className={stateStyles.skeleton} />
        </div>
        <div className={`${stateStyles.skeleton} ${styles.industriesSkeleton}`} />
        <div className={`${stateStyles.skeleton} ${styles.buttonSkeleton}`} />
      </div>
    </div>
  );
}

/** Ticks of the bar. More years fill it completely. */
const maxTicks = 12;

/** Years of experience as a bar with one tick per year. */
function TalentYears({ years }: { years: number }) {
  return (
    <div className={yearsStyles.years} data-years={Math.min(Math.max(years, 0), maxTicks)}>
      <i />
      <span>
        {formatYears(years)}
        <span className={layoutStyles.visuallyHidden}> of experience</span>
      </span>
    </div>
  );
}

/** Grid of cards while their people load. */
export const CardPlaceholders = ({ count, className }: { count: number; className: string }) => (
  <ul className={className}>
    {Array.from({ length: count }, (_, place) => (
      <li key={place}>
        <TalentCardPlaceholder />
      </li>
    ))}
  </ul>
);
