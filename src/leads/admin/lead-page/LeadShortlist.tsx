import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Talent } from '../../../content/collections/talents/contract';
import { buildItemUrl } from '../../../content/kit/list/use-linked-item';
import { getRoleTheme, Portrait } from '../../../ui/Portrait';
import { parseInquiryPeople } from '../../inquiry/inquiry-people';
import * as titleStyles from '../section-title.module.css';
import * as styles from './Records.module.css';

const portraitSize = 56;

/** The talents that the inquiry names, with their portraits. */
export function LeadShortlist({ message }: { message: string | null }) {
  const people = parseInquiryPeople(message ?? '');
  const { data: talents = [] } = useQuery<Talent[]>({
    queryKey: ['/api', 'talents'],
    enabled: people.length > 0,
  });
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="shortlist-heading">
      <div className={titleStyles.title}>
        <h2 id="shortlist-heading">Shortlist</h2>
        <span>from the site</span>
      </div>
      <ul className={styles.people}>
        {people.map(({ name, title }) => {
          const talent = talents.find((one) => one.name === name && one.title === title);
          return (
            <li key={`${name}, ${title}`}>
              <Link href={talent ? buildItemUrl('talents', talent.id) : '/admin?tab=talents'}>
                <span
                  className={styles.face}
                  data-r={getRoleTheme(talent?.role ?? '')}
                  data-style={talent?.imageStyle}
                >
                  <Portrait
                    imageUrl={talent?.imageUrl ?? null}
                    focus={talent?.imageFocus}
                    exposure={talent?.imageExposure}
                    size={portraitSize}
                  />
                </span>
                <span>
                  <b>{name}</b>
                  {title}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
