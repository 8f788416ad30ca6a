import type { Ref } from 'react';
import { formatYears } from '../../../lib/format-years';
import type { TalentChoice } from '../inquiry/inquiry-topic';
import * as styles from './TalentProfile.module.css';

const statusLabels = {
  available: 'Available',
  assigned: 'Assigned',
  in_training: 'In training',
} satisfies Record<TalentChoice['status'], string>;

interface Props {
  talent: TalentChoice;
  ref?: Ref<HTMLDetailsElement>;
}

/** A talent's profile, open, as a `<details>`, which works without JavaScript. */
export function TalentProfile({ talent, ref }: Props) {
  const { bio, yearsExperience: years } = talent;
  const facts = [
    ['Role', [talent.role, talent.seniority]],
    ['Experience', [formatYears(years), ...talent.industry]],
    ['Skills', talent.skills],
    ['Tools', talent.toolProficiency],
    ['Certifications', talent.certifications],
    ['Status', [statusLabels[talent.status]]],
  ] as const;
  return (
    <details className={styles.profile} open ref={ref}>
      <summary>Profile</summary>
      {bio && <p className={styles.biography}>{bio}</p>}
      <dl>
        {facts.map(
          ([term, entries]) =>
            entries.length > 0 && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{entries.join(', ')}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}
