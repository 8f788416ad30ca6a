import type { Talent } from '../../../collections/talents/talent';
import { yearsLabel } from '../../../lib/years';
import { Portrait, stockOf } from '../../../ui/Portrait';
import './rows.css';

/** The portrait's size in CSS pixels. */
const portraitSize = 66;

const statusLabel = ({ status }: Talent): string => status.replaceAll('_', ' ');

/** A talent in the owner's list: avatar, title, years and role, status. */
export function TalentRow({ item }: { item: Talent }) {
  return (
    <div className="row row-talent">
      <div className="face" data-r={stockOf(item.role)}>
        <Portrait imageUrl={item.imageUrl} focus={item.imageFocus} size={portraitSize} />
      </div>
      <p className="ti">
        {item.title}
        <small>{item.name}</small>
      </p>
      <p className="yr small num">
        {yearsLabel(item.yearsExperience)}
        <small>{item.role}</small>
      </p>
      <span className="av" data-status={item.status}>
        {statusLabel(item)}
      </span>
    </div>
  );
}

/** What the row shows, in words. */
export const talentTexts = (item: Talent): string[] => [
  item.name,
  item.title,
  item.role,
  yearsLabel(item.yearsExperience),
  statusLabel(item),
];
