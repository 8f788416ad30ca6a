import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/Field';
import { type LeadField, leadIndustries, leadLabels, leadLimits } from '../lead-form-options';
import { listPackageOptions, type PackageChoice } from '../package-choice';
import './LeadFields.css';

/** How a control is tied to its form: by react-hook-form in the dialog, by its value on the page. */
type Control = { name: string; defaultValue?: string } & Partial<
  Pick<UseFormRegisterReturn, 'onChange' | 'onBlur' | 'ref'>
>;

export interface LeadFieldsProps {
  control: (name: LeadField) => Control;
  /** What is wrong, by field. */
  errors: Partial<Record<LeadField, string>>;
}

/** An element's id by which an error summary leads to a field. */
export const getFieldAnchor = (name: LeadField): string => `field-${name}`;

interface LeadFieldRowProps extends Omit<ComponentProps<typeof Field>, 'label' | 'error'> {
  name: LeadField;
  errors: LeadFieldsProps['errors'];
}

/** What stands around each control: the place that a summary leads to, its label, what is wrong. */
function LeadFieldRow({ name, errors, ...field }: LeadFieldRowProps) {
  return (
    <div id={getFieldAnchor(name)}>
      <Field {...field} label={leadLabels[name]} error={errors[name]} />
    </div>
  );
}

/** Step 1 of the lead form. */
export function CompanyFields({ control, errors }: LeadFieldsProps) {
  return (
    <>
      <LeadFieldRow name="companyName" errors={errors}>
        {(attributes) => (
          <input
            {...attributes}
            {...control('companyName')}
            className="in"
            type="text"
            required
            autoComplete="organization"
            maxLength={leadLimits.companyName}
          />
        )}
      </LeadFieldRow>
      <LeadFieldRow name="contactName" errors={errors}>
        {(attributes) => (
          <input
            {...attributes}
            {...control('contactName')}
            className="in"
            type="text"
            required
            autoComplete="name"
            placeholder="First and last name"
            maxLength={leadLimits.contactName}
          />
        )}
      </LeadFieldRow>
    </>
  );
}

/** Step 2 of the lead form. */
export function ContactFields({ control, errors }: LeadFieldsProps) {
  return (
    <>
      <LeadFieldRow name="email" errors={errors}>
        {(attributes) => (
          <input
            {...attributes}
            {...control('email')}
            className="in"
            type="email"
            required
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={leadLimits.email}
          />
        )}
      </LeadFieldRow>
      <LeadFieldRow
        name="phone"
        optional
        errors={errors}
        hint="Only if you prefer a call. We reply within 24 hours either way."
      >
        {(attributes) => (
          <input
            {...attributes}
            {...control('phone')}
            className="in"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={leadLimits.phone}
          />
        )}
      </LeadFieldRow>
    </>
  );
}

interface NeedsFieldsProps extends LeadFieldsProps {
  packages: readonly PackageChoice[];
  /** The package that the form was opened with. */
  preselected?: string | undefined;
  /** Characters of the message that are taken already. */
  reservedLength: number;
}

/** Step 3 of the lead form. */
export function NeedsFields(props: NeedsFieldsProps) {
  const { control, errors, packages, preselected, reservedLength } = props;
  return (
    <>
      <div className="two">
        <LeadFieldRow name="industry" optional errors={errors}>
          {(attributes) => (
            <select {...attributes} {...control('industry')} className="in">
              <option value="">Choose an industry</option>
              {leadIndustries.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LeadFieldRow>
        <LeadFieldRow name="numberOfLocations" optional errors={errors}>
          {(attributes) => (
            // Not `type="number"`: it drops what it cannot read, and changes when scrolled over.
            <input
              {...attributes}
              {...control('numberOfLocations')}
              className="in num"
              type="text"
              inputMode="numeric"
              autoComplete="off"
              maxLength={leadLimits.numberOfLocations}
            />
          )}
        </LeadFieldRow>
      </div>
      <LeadFieldRow name="interestedPackage" optional errors={errors}>
        {(attributes) => (
          <select {...attributes} {...control('interestedPackage')} className="in">
            <option value="">Choose a package</option>
            {listPackageOptions(packages, preselected).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </LeadFieldRow>
      <LeadFieldRow name="message" optional errors={errors}>
        {(attributes) => (
          <textarea
            {...attributes}
            {...control('message')}
            className="in"
            rows={4}
            maxLength={leadLimits.message - reservedLength}
          />
        )}
      </LeadFieldRow>
    </>
  );
}
