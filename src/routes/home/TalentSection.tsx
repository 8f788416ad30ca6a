import { Link } from 'wouter';
import { useHomeTalents } from '../../content/collections/talents/home-queries';
import { CardPlaceholders, TalentCard } from '../../content/collections/talents/public/TalentCard';
import * as cardStyles from '../../content/collections/talents/public/TalentCard.module.css';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { getButtonClass } from '../../ui/Button';
import { EmptyList, ListStates } from '../../ui/ListStates';
import { HomeSection, type SectionProps } from './HomeSection';
import * as styles from './TalentSection.module.css';

/** Talent section: those that the owner shows here, and the way to all of them. */
export function TalentSection(section: SectionProps) {
  const { data, isError, refetch } = useHomeTalents();
  return (
    <HomeSection {...section}>
      <ListStates
        query={{ data: data?.talents, isError, refetch }}
        what="talent profiles"
        empty={
          <EmptyList message="No talent profiles available yet. Check back soon!">
            <InquiryButton className={getButtonClass('secondary')}>Ask who is free</InquiryButton>
          </EmptyList>
        }
        placeholder={<CardPlaceholders count={3} className={`${styles.grid} ${cardStyles.grid}`} />}
      >
        {(talents) => (
          <ul className={`${styles.grid} ${cardStyles.grid}`}>
            {talents.map((talent) => (
              <li key={talent.id}>
                <TalentCard talent={talent} InquiryButton={InquiryButton} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {data?.total !== 0 && (
        <p className={styles.more}>
          <Link href="/talent" className={getButtonClass('secondary')}>
            Browse Talent
          </Link>
          {data && data.total > data.talents.length && (
            <span>{`All ${data.total} people, with filters`}</span>
          )}
        </p>
      )}
    </HomeSection>
  );
}
