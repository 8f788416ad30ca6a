import { formatMoney } from '../../../../lib/format-number';
import * as formStyles from '../../../../ui/form/form.module.css';
import type { FieldName } from '../../../kit/define-collection';
import {
  CheckField,
  DisplayOrderField,
  type ItemForm,
  LinesField,
  ProseField,
  TextField,
} from '../../../kit/form/FormFields';
import { PreviewButton } from '../../../kit/form/PreviewLink';
import type { ItemFormConfig } from '../../../kit/form/use-item-form';
import { type OnboardingPackage, packages } from '../contract';
import { PackageCard } from '../public/PackageCard';

/** Describes how visitors will see the typed price, with a warning if it can't be read. */
function getPriceHint(form: ItemForm<FieldName<OnboardingPackage>>) {
  const typed = form.values.price;
  const { success, data } = packages.fields.price.safeParse(typed);
  if (!success) return { hint: 'In whole dollars.' };
  if (data !== null) return { hint: `Visitors see ${formatMoney(data)} one-time.` };
  if (typeof typed !== 'string' || typed.trim() === '') return { hint: 'No price is shown.' };
  return {
    hint: 'In whole dollars.',
    warning: 'This is not a number, so visitors see no price. Write it like 1250.',
  };
}

/** Every field of a package. */
function PackageFields({ form }: { form: ItemForm<FieldName<OnboardingPackage>> }) {
  const priceHint = getPriceHint(form);
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="name" />
        <TextField form={form} name="price" inputMode="numeric" optional {...priceHint} />
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

/** The card that the site would show. */
function PackagePreview({ item }: { item: OnboardingPackage }) {
  return (
    <PackageCard item={{ ...item, name: item.name || 'Name' }} InquiryButton={PreviewButton} />
  );
}

export default {
  collection: packages,
  Fields: PackageFields,
  Preview: PackagePreview,
  hasCustomErrorMessage: true,
} satisfies ItemFormConfig<OnboardingPackage>;
