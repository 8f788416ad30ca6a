import { defineTab } from '../../../collection-kit/list/define-tab';
import { type CaseStudy, caseStudies } from '../contract';
import { ClientLogo } from '../public/ClientLogo';

/** A case study in the owner's list: logo, client, title, industry, whether it is featured. */
function CaseStudyRow({ item }: { item: CaseStudy }) {
  return (
    <div className="row row-text row-case">
      <ClientLogo src={item.clientLogo} />
      <p className="ti">
        {item.clientName}
        <small>{item.title}</small>
      </p>
      <p className="bd">
        <span className="badge">{item.industry}</span>
        {item.featured && <span className="badge badge-c">Featured</span>}
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
