import type { Stat } from '../contract';
import { StatIconDrawing } from '../public/StatCard';
import '../../../collection-kit/list/item-row.css';

/** Row of a hero stat in the admin list. */
export function StatRow({ item }: { item: Stat }) {
  return (
    <div className="row row-stat">
      <StatIconDrawing icon={item.icon} />
      <b className="d num">{item.value}</b>
      <span>{item.label}</span>
    </div>
  );
}

/** Texts of the row, for the list's search. */
export const getStatTexts = (item: Stat): string[] => [item.value, item.label, item.icon];
