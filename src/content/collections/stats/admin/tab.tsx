import { defineTab } from '../../../kit/list/CollectionTab';
import * as rowStyles from '../../../kit/list/item-row.module.css';
import { DemoBadge } from '../../../kit/list/PublishState';
import { type Stat, stats } from '../contract';
import { StatIconDrawing } from '../public/StatCard';

/** A hero stat in the owner's list: icon, value, label. */
function StatRow({ item }: { item: Stat }) {
  return (
    <div className={`${rowStyles.row} ${rowStyles.stat}`}>
      <StatIconDrawing icon={item.icon} />
      <b>{item.value}</b>
      <span>{stats.getName(item)}</span>
      <DemoBadge id={item.id} />
    </div>
  );
}

/** The texts that the row shows, for the search. */
const getStatTexts = (item: Stat): string[] => [item.value, item.label, item.icon];

export default defineTab({
  collection: stats,
  empty: ['No hero stats yet', 'The home page shows no figures until you add the first one.'],
  Row: StatRow,
  getSearchTexts: getStatTexts,
  loadForm: () => import('./form'),
});
