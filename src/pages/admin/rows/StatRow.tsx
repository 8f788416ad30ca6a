import type { ComponentType } from 'react';
import type { Stat, StatIcon } from '../../../collections/stats/stat';
import {
  Award,
  Clock,
  DollarSign,
  type IconProps,
  Star,
  Target,
  TrendingUp,
  Users,
  Zap,
} from '../../../ui/icons';

const icons: Record<StatIcon, ComponentType<IconProps>> = {
  Clock,
  TrendingUp,
  Users,
  Star,
  DollarSign,
  Award,
  Target,
  Zap,
};

/** A hero stat in the owner's list: icon, value, label. */
export function StatRow({ item }: { item: Stat }) {
  const Icon = icons[item.icon];
  return (
    <div className="row row-stat">
      <Icon />
      <b className="d num">{item.value}</b>
      <span>{item.label}</span>
    </div>
  );
}
