import { type ComponentType, memo, type ReactNode } from 'react';
import { getRoleTheme, Portrait } from '../../../ui/Portrait';
import type { PublicTalent } from '../contract';
import { ShortlistButton } from '../shortlist/ShortlistButton';
import { maxCardSkills } from '../talent-options';
import { TalentYears } from './TalentYears';
import './TalentCard.css';

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
    <article className="tc">
      <div className="tc-s" data-r={getRoleTheme(talent.role)}>
        <Portrait
          imageUrl={talent.imageUrl}
          alt={talent.imageAlt}
          focus={talent.imageFocus}
          size={portraitSizePx}
          eager={eager}
        />
        <p className="tc-f">
          <b>{talent.role}</b>
          {talent.seniority}
        </p>
        <ShortlistButton person={talent} />
      </div>
      <TalentYears years={talent.yearsExperience} />
      <div className="tc-b">
        <div>
          <p className="name">{talent.name}</p>
          <h3>{talent.title}</h3>
        </div>
        {skills.length > 0 && (
          <ul className="skills" aria-label="Skills">
            {skills.map((skill) => (
              <li key={skill} className="badge">
                {skill}
              </li>
            ))}
          </ul>
        )}
        {talent.industry.length > 0 && (
          <p className="ind">
            <span className="vh">Industries: </span>
            {talent.industry.join(', ')}
          </p>
        )}
        <InquiryButton talent={talent} className="btn btn-2" label={`View Profile, ${talent.name}`}>
          View Profile
        </InquiryButton>
      </div>
    </article>
  );
});

/** Loading placeholder. */
export function TalentCardPlaceholder() {
  return (
    <div className="tc wait">
      <div className="tc-s" />
      <div className="yrs" />
      <div className="tc-b">
        <div>
          <div className="sk sk-name" />
          <div className="sk sk-title" />
        </div>
        <div className="skills">
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
        </div>
        <div className="sk sk-ind" />
        <div className="sk sk-btn" />
      </div>
    </div>
  );
}
