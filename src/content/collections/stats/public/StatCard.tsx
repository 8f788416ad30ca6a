import type { LucideIcon } from 'lucide-react';
import {
  Award,
  Clock,
  DollarSign,
  Star,
  Target,
  TrendingUp,
  Users,
  Zap,
} from '../../../../ui/icons/icons';
import * as stateStyles from '../../../../ui/styles/states.module.css';
import type { Stat, StatIcon } from '../contract';
import * as styles from './StatCard.module.css';

const icons: Record<StatIcon, LucideIcon> = {
  Clock,
  TrendingUp,
  Users,
  Star,
  DollarSign,
  Award,
  Target,
  Zap,
};

/** Icon of a stat. */
export function StatIconDrawing({ icon }: { icon: StatIcon }) {
  const Icon = icons[icon];
  return <Icon />;
}

/** A stat: value and label, as a list item. */
export function StatCard({ stat }: { stat: Pick<Stat, 'icon' | 'value' | 'label'> }) {
  return (
    <li className={styles.card}>
      <StatIconDrawing icon={stat.icon} />
      <p>
        <b>{stat.value}</b> <small>{stat.label}</small>
      </p>
    </li>
  );
}

/** Loading placeholder. */
export function StatCardPlaceholder() {
  return (
    <li className={`${styles.card} ${styles.loading}`}>
      <span className={`${stateStyles.skeleton} ${styles.iconSkeleton}`} />
      <p>
        <span className={`${stateStyles.skeleton} ${styles.valueSkeleton}`} />
        <span className={`${stateStyles.skeleton} ${styles.labelSkeleton}`} />
      </p>
    </li>
  );
}
