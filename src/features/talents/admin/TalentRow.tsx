import { formatYears } from '../../../lib/format-years';
import { getRoleTheme, Portrait } from '../../../ui/Portrait';
import type { Talent } from '../contract';
import '../../../collection-kit/list/item-row.css';

const portraitSizePx = 66;

const formatStatus = ({ status }: Talent): string => status.replaceAll('_', ' ');

/** Row of a talent in the admin list. */
export function TalentRow({ item }: { item: Talent }) {
  return (
    <div className="row row-talent">
      <div className="face" data-r={getRoleTheme(item.role)}>
        <Portrait imageUrl={item.imageUrl} focus={item.imageFocus} size={portraitSizePx} />
      </div>
      <p className="ti">
        {item.title}
        <small>{item.name}</small>
      </p>
      <p className="yr small num">
        {formatYears(item.yearsExperience)}
        <small>{item.role}</small>
      </p>
      <span className="av" data-status={item.status}>
        {formatStatus(item)}
      </span>
    </div>
  );
}

/** Texts of the row, for the list's search. */
export const getTalentTexts = (item: Talent): string[] => [
  item.name,
  item.title,
  item.role,
  formatYears(item.yearsExperience),
  formatStatus(item),
];
