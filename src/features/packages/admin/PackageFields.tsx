import { useWatch } from 'react-hook-form';
import {
  CheckField,
  DisplayOrderField,
  type ItemForm,
  LinesField,
  ProseField,
  TextField,
} from '../../../collection-kit/form/ItemFields';
import { formatMoney } from '../../../lib/format-money';
import { type OnboardingPackage, packages } from '../contract';
import { PackageCard } from '../public/PackageCard';

type PackageField = keyof typeof packages.fields;

/** Field labels. */
export const packageLabels: Record<PackageField, string> = {
  name: 'Name',
  price: 'Price',
  description: 'Description',
  features: "What's included",
  isPopular: 'Most popular',
  displayOrder: 'Display order',
};

/** Hint about how visitors will see the price. */
function usePriceHint(form: ItemForm<PackageField>): string {
  const typed = useWatch({ control: form.hook.control, name: 'price' });
  const { success, data } = packages.fields.price.safeParse(typed);
  if (!success) return 'In whole dollars.';
  if (data !== null) return `Visitors see ${formatMoney(data)} one-time.`;
  return typed === '' ? 'No price is shown.' : 'This is not a number, so no price is shown.';
}

/** Form fields of a package. */
export function PackageFields({ form }: { form: ItemForm<PackageField> }) {
  const priceHint = usePriceHint(form);
  return (
    <>
      <div className="two">
        <TextField form={form} name="name" />
        <TextField form={form} name="price" inputMode="numeric" optional hint={priceHint} />
      </div>
      <ProseField form={form} name="description" />
      <LinesField form={form} name="features" optional hint="One per line." />
      <CheckField
        form={form}
        name="isPopular"
        hint="Shown larger than the others, with a “Most Popular” badge."
      />
      <DisplayOrderField form={form} />
    </>
  );
}

/** Live preview: the card. */
export function PackagePreview({ item }: { item: OnboardingPackage }) {
  return <PackageCard item={{ ...item, name: item.name || 'Name' }} />;
}
