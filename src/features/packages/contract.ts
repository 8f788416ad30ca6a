import { defineCollection, type Item } from '../../collection-kit/define-collection';
import {
  displayOrder,
  maxInteger,
  requiredProse,
  requiredText,
  textList,
  z,
} from '../../lib/schema';

/** A price in whole dollars; empty or not a number means that the price is hidden. */
const price = z.pipe(
  z.transform((value: unknown) => {
    if (typeof value !== 'string') return value ?? null;
    const amount = value.trim() === '' ? Number.NaN : Number(value);
    return Number.isFinite(amount) ? amount : null;
  }),
  z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(maxInteger))),
);

/** A package's rules (specification, sections 3 and 5). */
export const packages = defineCollection({
  path: 'packages',
  table: 'onboardingPackages',
  label: 'Package',
  fields: {
    name: requiredText(120, 'Name is required'),
    price,
    description: requiredProse(1000, 'Description is required'),
    features: textList(),
    isPopular: z.boolean(),
    displayOrder: displayOrder(),
  },
  defaults: { price: null, features: [], isPopular: false },
  getName: (item) => item.name,
});

export type OnboardingPackage = Item<typeof packages>;
