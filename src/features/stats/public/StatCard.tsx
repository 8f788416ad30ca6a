import type { ComponentType } from 'react';
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
import type { Stat, StatIcon } from '../contract';
import './StatCard.css';

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

/** Icon of a stat. */
export function StatIconDrawing({ icon }: { icon: StatIcon }) {
  const Icon = icons[icon];
  return <Icon />;
}

/** A stat: value and label, as a list item. */
export function StatCard({ stat }: { stat: Pick<Stat, 'icon' | 'value' | 'label'> }) {
  return (
    <li className="stat">
      <StatIconDrawing icon={stat.icon} />
      <p>
        <b>{stat.value}</b> <span>{stat.label}</span>
      </p>
    </li>
  );
}

/** Loading placeholder. */
export function StatCardPlaceholder() {
  return (
    <li className="stat wait">
      <span className="sk sk-icon" />
      <p>
        <span className="sk sk-value" />
        <span className="sk sk-label" />
      </p>
    </li>
  );
}
