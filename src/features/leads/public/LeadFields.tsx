import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import * as textStyles from '../../../ui/text.module.css';
import { type LeadField, leadIndustries, leadLabels, leadLimits } from '../lead-form-options';
import { listPackageOptions, type PackageChoice } from '../package-choice';
import * as styles from './LeadFields.module.css';

/**
 * Props that connect a control to its form: react-hook-form in the dialog, plain values on the
 * page.
 */
type Control = { name: string; defaultValue?: string } & Partial<
  Pick<UseFormRegisterReturn, 'onChange' | 'onBlur' | 'ref'>
>;

export interface LeadFieldsProps {
  control: (name: LeadField) => Control;
  /** Error message by field. */
  errors: Partial<Record<LeadField, string>>;
}

/** ID of a field's anchor, which the error summary links to. */
export const getFieldAnchor = (name: LeadField): string => `field-${name}`;

interface LeadFieldRowProps extends Omit<ComponentProps<typeof Field>, 'label' | 'error'> {
  name: LeadField;
  errors: LeadFieldsProps['errors'];
}

/** Anchor, label and error around a control. */
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
            className={formStyles.input}
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
            className={formStyles.input}
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
            className={formStyles.input}
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
            className={formStyles.input}
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
  /** The preselected package. */
  preselected?: string | undefined;
  /** Characters of the message's limit that the topic and the shortlist use. */
  reservedLength: number;
}

/** Step 3 of the lead form. */
export function NeedsFields(props: NeedsFieldsProps) {
  const { control, errors, packages, preselected, reservedLength } = props;
  return (
    <>
      <div className={`${formStyles.twoColumns} ${styles.twoColumns}`}>
        <LeadFieldRow name="industry" optional errors={errors}>
          {(attributes) => (
            <select {...attributes} {...control('industry')} className={formStyles.input}>
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
            // Not `type="number"`, which discards invalid text and changes on scroll.
            <input
              {...attributes}
              {...control('numberOfLocations')}
              className={`${formStyles.input} ${textStyles.tabularNumbers}`}
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
          <select {...attributes} {...control('interestedPackage')} className={formStyles.input}>
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
            className={formStyles.input}
            rows={4}
            maxLength={leadLimits.message - reservedLength}
          />
        )}
      </LeadFieldRow>
    </>
  );
}
