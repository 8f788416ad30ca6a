import {
  CheckField,
  type ItemFieldsProps,
  LinesField,
  ProseField,
  TextField,
} from '../form/ItemFields';
import { PackageCard } from './PackageCard';
import type { OnboardingPackage } from './package';

/** Every field of a package. */
export function PackageFields({ form }: ItemFieldsProps) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="name" label="Name" />
        <TextField form={form} name="price" label="Price in dollars" inputMode="numeric" optional />
      </div>
      <ProseField form={form} name="description" label="Description" />
      <LinesField form={form} name="features" label="What's included" optional hint="One a line." />
      <CheckField form={form} name="isPopular" label="Most popular" />
      <TextField
        form={form}
        name="displayOrder"
        label="Display order"
        inputMode="numeric"
        optional
        hint="Lower numbers come first. Left empty, it goes last."
      />
    </>
  );
}

/** The card that the site would show. */
export function PackagePreview({ item }: { item: OnboardingPackage }) {
  return <PackageCard item={{ ...item, name: item.name || 'Name' }} />;
}
