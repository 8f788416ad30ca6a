import {
  CaseStudyCard,
  CaseStudyPlaceholder,
} from '../../content/collections/case-studies/public/CaseStudyCard';
import * as caseStudyStyles from '../../content/collections/case-studies/public/CaseStudyCard.module.css';
import { useCollection } from '../../content/collections/queries';
import { InquiryButton } from '../../leads/public/InquiryButton';
import { getButtonClass } from '../../ui/Button';
import { EmptyList, ListStates } from '../../ui/ListStates';
import { HomeSection, type SectionProps } from './HomeSection';

/** Case studies section. */
export function CaseStudiesSection(section: SectionProps) {
  const query = useCollection('case-studies');
  return (
    <HomeSection {...section}>
      <ListStates
        query={query}
        what="case studies"
        empty={
          <EmptyList message="Case studies coming soon!">
            <InquiryButton className={getButtonClass('secondary')}>
              Ask for a reference
            </InquiryButton>
          </EmptyList>
        }
        placeholder={
          <ul className={caseStudyStyles.list}>
            {['first', 'second', 'third'].map((place) => (
              <li key={place}>
                <CaseStudyPlaceholder />
              </li>
            ))}
          </ul>
        }
      >
        {(studies) => (
          <ul className={caseStudyStyles.list}>
            {studies.map((study) => (
              <li key={study.id}>
                <CaseStudyCard study={study} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </HomeSection>
  );
}
