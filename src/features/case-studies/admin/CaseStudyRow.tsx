import type { CaseStudy } from '../contract';
import { ClientLogo } from '../public/ClientLogo';
import '../../../collection-kit/list/item-row.css';

/** Row of a case study in the admin list. */
export function CaseStudyRow({ item }: { item: CaseStudy }) {
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

/** Texts of the row, for the list's search. */
export const getCaseStudyTexts = (item: CaseStudy): string[] => [
  item.clientName,
  item.title,
  item.industry,
  item.featured ? 'Featured' : '',
];
