import {
  checkbox,
  displayOrder,
  fieldKinds,
  maxInteger,
  requiredProse,
  requiredText,
  textList,
  z,
} from '../../../lib/schema';
import { defineCollection, type Item } from '../../kit/define-collection';

/** Parses a price as people write it: "1250", "1,250" or "$1,250.00". Null if it is no number. */
function parsePrice(text: string): number | null {
  const figure = text.trim().replace(/^\$\s*/, '');
  if (figure === '') return null;
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(figure);
  const amount = Number(isGrouped ? figure.replaceAll(',', '') : figure);
  return Number.isFinite(amount) ? amount : null;
}

/** A price in whole dollars. Empty text, or text that is not a number, hides the price. */
const price = z
  .pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' ? parsePrice(value) : (value ?? null),
    ),
    z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(maxInteger))),
  )
  .register(fieldKinds, { kind: 'number' });

/** The packages collection. Rules: specification, sections 3 and 5. */
export const packages = defineCollection({
  path: 'packages',
  table: 'onboardingPackages',
  label: 'Package',
  title: 'Packages',
  fields: {
    name: requiredText(120, 'Name is required'),
    price,
    description: requiredProse(1000, 'Description is required'),
    features: textList(),
    isPopular: checkbox(),
    displayOrder: displayOrder(),
  },
  labels: {
    name: 'Name',
    price: 'Price',
    description: 'Description',
    features: "What's included",
    isPopular: 'Most popular',
    displayOrder: 'Display order',
  },
  defaults: { price: null, features: [], isPopular: false },
  example: {
    name: 'Full PM',
    price: 1000,
    description: 'Run for you.',
    features: ['Four candidates', 'Daily notes'],
    isPopular: true,
  },
  nameField: 'name',
});

export type OnboardingPackage = Item<typeof packages>;
