import type { NewItem } from '../../kit/define-collection';
import type { stats } from './contract';

export default [
  { icon: 'Clock', value: '48 hours', label: 'from payment to onboarding' },
  { icon: 'Users', value: '212', label: 'people trained and on shift, March 2026' },
  { icon: 'TrendingUp', value: '31%', label: 'lower front desk cost, median of 19 clients' },
  { icon: 'Star', value: '94%', label: 'of placements still there after a year' },
] satisfies NewItem<typeof stats>[];
