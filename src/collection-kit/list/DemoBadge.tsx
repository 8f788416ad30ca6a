import * as badgeStyles from '../../ui/badges.module.css';
import * as rowStyles from './item-row.module.css';

/** Marks an item of the demo content. */
export const DemoBadge = () => (
  <span className={`${badgeStyles.badge} ${rowStyles.demo}`}>Demo</span>
);
