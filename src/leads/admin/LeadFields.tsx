import { useSite } from '../../lib/site';
import { InputField, SelectField, TextareaField } from '../../ui/form/fields';
import type { Lead } from '../contract';
import {
  type LeadField,
  type LeadValues,
  leadLabels,
  leadLimits,
  undecidedPackageName,
} from '../inquiry/lead-form-options';
import { usePackageChoices } from './queries';

/** Returns a lead's fields as inputs have them. */
export const toFieldValues = (lead: Lead): LeadValues => ({
  companyName: lead.companyName,
  contactName: lead.contactName,
  email: lead.email,
  phone: lead.phone ?? '',
  industry: lead.industry ?? '',
  numberOfLocations: lead.numberOfLocations?.toString() ?? '',
  interestedPackage: lead.interestedPackage ?? '',
  message: lead.message ?? '',
});

/** The admin's labels of a lead's fields. */
export const leadFieldLabels: Readonly<Record<LeadField, string>> = {
  ...leadLabels,
  companyName: 'Company',
  contactName: 'Contact',
  interestedPackage: 'Package',
};

const textFields = [
  { name: 'companyName', type: 'text' },
  { name: 'contactName', type: 'text' },
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'tel' },
] as const;

interface Option {
  value: string;
  label: string;
}

/** Adds to the options: none, and the stored value if it is not among them. */
const addOwnOptions = (options: readonly Option[], stored: string): Option[] => [
  { value: '', label: 'Not given' },
  ...options,
  ...(stored === '' || options.some(({ value }) => value === stored)
    ? []
    : [{ value: stored, label: stored }]),
];

interface Props {
  values: LeadValues;
  errors: Readonly<Record<string, string>>;
  /** Makes the text fields read-only. Unlike disabled ones, they keep the focus. */
  isReadOnly?: boolean;
  onChange: (values: LeadValues) => void;
}

/** The fields of a lead, for the admin. */
export function LeadFields({ values, errors, isReadOnly, onChange }: Props) {
  const { industries } = useSite();
  const { data: packages = [] } = usePackageChoices();
  const packageNames = new Set([...packages.map(({ name }) => name), undecidedPackageName]);
  const set = (name: LeadField) => (value: string) => onChange({ ...values, [name]: value });
  return (
    <>
      {textFields.map(({ name, type }) => (
        <InputField
          key={name}
          label={leadFieldLabels[name]}
          optional={name === 'phone'}
          error={errors[name]}
          name={name}
          type={type}
          maxLength={leadLimits[name]}
          autoComplete="off"
          readOnly={isReadOnly}
          value={values[name]}
          onChange={set(name)}
        />
      ))}
      <SelectField
        label={leadFieldLabels.industry}
        optional
        error={errors.industry}
        value={values.industry}
        options={addOwnOptions(industries, values.industry)}
        onChange={set('industry')}
      />
      <InputField
        label={leadFieldLabels.numberOfLocations}
        optional
        error={errors.numberOfLocations}
        inputMode="numeric"
        maxLength={leadLimits.numberOfLocations}
        readOnly={isReadOnly}
        value={values.numberOfLocations}
        onChange={set('numberOfLocations')}
      />
      <SelectField
        label={leadFieldLabels.interestedPackage}
        optional
        error={errors.interestedPackage}
        value={values.interestedPackage}
        options={addOwnOptions(
          [...packageNames].map((name) => ({ value: name, label: name })),
          values.interestedPackage,
        )}
        onChange={set('interestedPackage')}
      />
      <TextareaField
        label={leadFieldLabels.message}
        optional
        error={errors.message}
        maxLength={leadLimits.message}
        readOnly={isReadOnly}
        value={values.message}
        onChange={set('message')}
      />
    </>
  );
}
