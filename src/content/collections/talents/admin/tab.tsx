import { formatYears } from '../../../../lib/format-number';
import { PersonPicture } from '../../../../ui/picture/Portrait';
import * as adminStyles from '../../../../ui/styles/admin.module.css';
import * as textStyles from '../../../../ui/styles/text.module.css';
import { defineTab } from '../../../kit/list/CollectionTab';
import * as rowStyles from '../../../kit/list/item-row.module.css';
import { DemoBadge } from '../../../kit/list/PublishState';
import { type Talent, talents } from '../contract';

/** The portrait's size in CSS pixels. */
const portraitSizePx = 66;

const formatStatus = ({ status }: Talent): string => status.replaceAll('_', ' ');

/** A talent in the owner's list: avatar, title, years and role, status. */
function TalentRow({ item }: { item: Talent }) {
  return (
    <div className={`${rowStyles.row} ${rowStyles.talent}`}>
      <PersonPicture person={item} className={rowStyles.portrait} size={portraitSizePx} />
      <p className={rowStyles.title}>
        {item.title || 'No title yet'}
        <small>
          {talents.getName(item)}
          <DemoBadge id={item.id} />
        </small>
      </p>
      <p className={`${rowStyles.experience} ${textStyles.small}`}>
        {formatYears(item.yearsExperience)}
        <small>{item.role}</small>
      </p>
      <span className={rowStyles.availability} data-status={item.status}>
        <i className={adminStyles.mark} aria-hidden="true" />
        {formatStatus(item)}
      </span>
    </div>
  );
}

/** The texts that the row shows, for the search. */
const getTalentTexts = (item: Talent): string[] => [
  item.name,
  item.title,
  item.role,
  formatYears(item.yearsExperience),
  formatStatus(item),
];

export default defineTab({
  collection: talents,
  empty: [
    'No talents yet',
    'The site says “No talent profiles available yet. Check back soon!” until you add the first one.',
  ],
  Row: TalentRow,
  getSearchTexts: getTalentTexts,
  loadForm: () => import('./form'),
});
