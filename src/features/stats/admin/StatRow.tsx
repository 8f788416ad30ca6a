import type { Stat } from '../contract';
import { StatIconDrawing } from '../public/StatCard';
import '../../../collection-kit/list/item-row.css';

/** A hero stat in the owner's list: icon, value, label. */
export function StatRow({ item }: { item: Stat }) {
  return (
    <div className="row row-stat">
      <StatIconDrawing icon={item.icon} />
      <b className="d num">{item.value}</b>
      <span>{item.label}</span>
    </div>
  );
}

/** What the row shows, in words. */
export const getStatTexts = (item: Stat): string[] => [item.value, item.label, item.icon];
