import { Link } from 'wouter';
import { useCollection } from '../../collections/collection-queries';
import { EmptyList, ListStates } from '../../collections/ListStates';
import { TalentCard, TalentCardPlaceholder } from '../../collections/talents/TalentCard';
import { EnquiryButton } from '../../features/leads/EnquiryButton';
import { buttonClass } from '../../ui/Button';
import { HomeSection } from './HomeSection';
import './TalentSection.css';

/** Most people that the home page shows; the talent page has them all. */
const shown = 24;

/** The people. */
export function TalentSection() {
  const query = useCollection('talents');
  return (
    <HomeSection
      id="talent"
      hours="0-3"
      title="Meet who picks up the phone"
      lead="Each one has worked a franchise desk before. The yellow bar is their years in the trade."
    >
      <ListStates
        query={query}
        what="talent profiles"
        empty={
          <EmptyList message="No talent profiles available yet. Check back soon!">
            <EnquiryButton className={buttonClass('secondary')}>Ask who is free</EnquiryButton>
          </EmptyList>
        }
        placeholder={
          <ul className="tgrid home">
            {['first', 'second', 'third'].map((place) => (
              <li key={place}>
                <TalentCardPlaceholder />
              </li>
            ))}
          </ul>
        }
      >
        {(talents) => (
          <ul className="tgrid home">
            {talents.slice(0, shown).map((talent) => (
              <li key={talent.id}>
                <TalentCard talent={talent} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {query.data?.length !== 0 && (
        <p className="more">
          <Link href="/talent" className={buttonClass('secondary')}>
            Browse Talent
          </Link>
        </p>
      )}
    </HomeSection>
  );
}
