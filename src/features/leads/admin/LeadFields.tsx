import { useSite } from '../../../lib/site';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import type { Lead } from '../contract';
import {
  type LeadField,
  type LeadValues,
  leadLimits,
  undecidedPackageName,
} from '../inquiry/lead-form-options';
import { usePackageChoices } from './desk-queries';

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

const textFields = [
  { name: 'companyName', label: 'Company', type: 'text', maxLength: leadLimits.companyName },
  { name: 'contactName', label: 'Contact', type: 'text', maxLength: leadLimits.contactName },
  { name: 'email', label: 'Email', type: 'email', maxLength: leadLimits.email },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: leadLimits.phone },
] as const;

interface Props {
  values: LeadValues;
  errors: Readonly<Record<string, string>>;
  onChange: (values: LeadValues) => void;
}

/** The fields of a lead, for the admin. */
export function LeadFields({ values, errors, onChange }: Props) {
  const { industries } = useSite();
  const set = (name: LeadField) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value });
  return (
    <>
      {textFields.map(({ name, label, type, maxLength }) => (
        <Field key={name} label={label} optional={name === 'phone'} error={errors[name]}>
          {(control) => (
            <input
              {...control}
              className={formStyles.input}
              name={name}
              type={type}
              maxLength={maxLength}
              autoComplete="off"
              value={values[name]}
              onChange={set(name)}
            />
          )}
        </Field>
      ))}
      <Field label="Industry" optional error={errors.industry}>
        {(control) => (
          <select
            {...control}
            className={formStyles.input}
            value={values.industry}
            onChange={set('industry')}
          >
            <option value="">Not given</option>
            {industries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <OwnOption
              value={values.industry}
              isListed={industries.some(({ value }) => value === values.industry)}
            />
          </select>
        )}
      </Field>
      <Field label="Number of locations" optional error={errors.numberOfLocations}>
        {(control) => (
          <input
            {...control}
            className={formStyles.input}
            inputMode="numeric"
            maxLength={leadLimits.numberOfLocations}
            value={values.numberOfLocations}
            onChange={set('numberOfLocations')}
          />
        )}
      </Field>
      <PackageField
        values={values}
        error={errors.interestedPackage}
        onChange={set('interestedPackage')}
      />
      <Field label="Message" optional error={errors.message}>
        {(control) => (
          <textarea
            {...control}
            className={formStyles.input}
            maxLength={leadLimits.message}
            value={values.message}
            onChange={set('message')}
          />
        )}
      </Field>
    </>
  );
}

interface PackageFieldProps {
  values: LeadValues;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

function PackageField({ values, error, onChange }: PackageFieldProps) {
  const { data: packages = [] } = usePackageChoices();
  const names = [...new Set([...packages.map(({ name }) => name), undecidedPackageName])];
  return (
    <Field label="Package" optional error={error}>
      {(control) => (
        <select
          {...control}
          className={formStyles.input}
          value={values.interestedPackage}
          onChange={onChange}
        >
          <option value="">Not given</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <OwnOption
            value={values.interestedPackage}
            isListed={names.includes(values.interestedPackage)}
          />
        </select>
      )}
    </Field>
  );
}

/** The stored value, if it is not among the options. */
function OwnOption({ value, isListed }: { value: string; isListed: boolean }) {
  return value === '' || isListed ? null : <option value={value}>{value}</option>;
}
