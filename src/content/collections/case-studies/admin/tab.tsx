import * as badgeStyles from '../../../../ui/styles/badges.module.css';
import { defineTab } from '../../../kit/list/CollectionTab';
import * as rowStyles from '../../../kit/list/item-row.module.css';
import { DemoBadge } from '../../../kit/list/PublishState';
import { type CaseStudy, caseStudies } from '../contract';
import { ClientLogo } from '../public/ClientLogo';

/** A case study in the owner's list: logo, client, title, industry, whether it is featured. */
function CaseStudyRow({ item }: { item: CaseStudy }) {
  return (
    <div className={`${rowStyles.row} ${rowStyles.text} ${rowStyles.caseStudy}`}>
      <ClientLogo study={item} name="" />
      <p className={rowStyles.title}>
        {caseStudies.getName(item)}
        <small>{item.title}</small>
      </p>
      <p className={rowStyles.badges}>
        <DemoBadge id={item.id} />
        {item.industry && <span className={badgeStyles.badge}>{item.industry}</span>}
        {item.featured && (
          <span className={`${badgeStyles.badge} ${badgeStyles.highlighted}`}>Featured</span>
        )}
      </p>
    </div>
  );
}

/** The texts that the row shows, for the search. */
const getCaseStudyTexts = (item: CaseStudy): string[] => [
  item.clientName,
  item.title,
  item.industry,
  item.featured ? 'Featured' : '',
];

export default defineTab({
  collection: caseStudies,
  empty: [
    'No case studies yet',
    'The site says “Case studies coming soon!” until you add the first one.',
  ],
  Row: CaseStudyRow,
  getSearchTexts: getCaseStudyTexts,
  loadForm: () => import('./form'),
});
