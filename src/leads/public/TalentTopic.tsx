import type { Ref } from 'react';
import { formatYears } from '../../lib/format-number';
import { PersonPicture } from '../../ui/picture/Portrait';
import type { TalentChoice } from '../inquiry/inquiry-topic';
import * as styles from './TalentTopic.module.css';

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
    ['Languages', talent.languages],
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

/** The talent that the inquiry is about. */
export function TalentTopic({ talent }: { talent: TalentChoice }) {
  return (
    <PersonPicture person={talent} alt={talent.imageAlt} className={styles.topic} size={96} eager>
      <p>
        About: <strong>{talent.name}</strong>
        {talent.title}
      </p>
    </PersonPicture>
  );
}
