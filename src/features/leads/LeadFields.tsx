import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/Field';
import { type LeadField, leadIndustries, leadLabels, leadLimits } from './lead-options';
import { type PackageChoice, packageOptions } from './package-choice';
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
export const fieldAnchor = (name: LeadField): string => `field-${name}`;

/** Step 1 of the lead form. */
export function CompanyFields({ control, errors }: LeadFieldsProps) {
  return (
    <>
      <div id={fieldAnchor('companyName')}>
        <Field label={leadLabels.companyName} error={errors.companyName}>
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
        </Field>
      </div>
      <div id={fieldAnchor('contactName')}>
        <Field label={leadLabels.contactName} error={errors.contactName}>
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
        </Field>
      </div>
    </>
  );
}

/** Step 2 of the lead form. */
export function ContactFields({ control, errors }: LeadFieldsProps) {
  return (
    <>
      <div id={fieldAnchor('email')}>
        <Field label={leadLabels.email} error={errors.email}>
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
        </Field>
      </div>
      <div id={fieldAnchor('phone')}>
        <Field
          label={leadLabels.phone}
          optional
          error={errors.phone}
          hint="Only if you prefer a call. We answer within 24 hours either way."
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
        </Field>
      </div>
    </>
  );
}

interface NeedFieldsProps extends LeadFieldsProps {
  packages: readonly PackageChoice[];
  /** The package that the form was opened with. */
  preselected?: string | undefined;
  /** Characters of the message that are taken already. */
  reserved: number;
}

/** Step 3 of the lead form. */
export function NeedFields(props: NeedFieldsProps) {
  const { control, errors, packages, preselected, reserved } = props;
  return (
    <>
      <div className="two">
        <div id={fieldAnchor('industry')}>
          <Field label={leadLabels.industry} error={errors.industry}>
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
          </Field>
        </div>
        <div id={fieldAnchor('numberOfLocations')}>
          <Field label={leadLabels.numberOfLocations} error={errors.numberOfLocations}>
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
          </Field>
        </div>
      </div>
      <div id={fieldAnchor('interestedPackage')}>
        <Field label={leadLabels.interestedPackage} error={errors.interestedPackage}>
          {(attributes) => (
            <select {...attributes} {...control('interestedPackage')} className="in">
              <option value="">Choose a package</option>
              {packageOptions(packages, preselected).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div id={fieldAnchor('message')}>
        <Field label={leadLabels.message} optional error={errors.message}>
          {(attributes) => (
            <textarea
              {...attributes}
              {...control('message')}
              className="in"
              rows={4}
              maxLength={leadLimits.message - reserved}
            />
          )}
        </Field>
      </div>
    </>
  );
}
