import { displayOrder, requiredChoice, requiredText } from '../../../lib/schema';
import { defineCollection, type Item } from '../../kit/define-collection';

/** Icons of a hero stat. The first is the default in the form. */
export const statIcons = [
  'Clock',
  'TrendingUp',
  'Users',
  'Star',
  'DollarSign',
  'Award',
  'Target',
  'Zap',
] as const;

export type StatIcon = (typeof statIcons)[number];

/** The hero stats collection. Rules: specification, sections 3 and 5. */
export const stats = defineCollection({
  path: 'stats',
  table: 'stats',
  label: 'Stat',
  title: 'Hero Stats',
  tab: 'hero-stats',
  fields: {
    icon: requiredChoice(statIcons, 'Icon is required'),
    value: requiredText(40, 'Value is required'),
    label: requiredText(120, 'Label is required'),
    displayOrder: displayOrder(),
  },
  labels: {
    icon: 'Icon',
    value: 'Value',
    label: 'Label',
    displayOrder: 'Display order',
  },
  defaults: { icon: 'Clock' },
  example: { icon: 'Users', value: '212', label: 'people trained' },
  nameField: 'label',
});

export type Stat = Item<typeof stats>;
