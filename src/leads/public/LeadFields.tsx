import type { Ref } from 'react';
import { type ComponentProps, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { buildPhoneUrl } from '../../lib/phone-url';
import { useSite } from '../../lib/site';
import { Field } from '../../ui/form/Field';
import * as formStyles from '../../ui/form/form.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { type LeadField, leadLabels, leadLimits } from '../inquiry/lead-form-options';
import { listPackageOptions, type PackageChoice } from '../inquiry/package-choice';
import * as styles from './LeadFields.module.css';

/**
 * Props that connect a control to its form: react-hook-form in the dialog, plain values on the
 * page.
 */
type Control = { name: string; defaultValue?: string; readOnly?: boolean } & Partial<
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
  /** A remark about a valid value. Empty for none yet, so that a later one is announced. */
  remark?: string;
}

/** Anchor, label and error around a control. */
function LeadFieldRow({ name, errors, remark, ...field }: LeadFieldRowProps) {
  return (
    <div id={getFieldAnchor(name)}>
      <Field {...field} label={leadLabels[name]} error={errors[name]} />
      {remark !== undefined && (
        <p className={styles.remark} role="status">
          {remark}
        </p>
      )}
    </div>
  );
}

/** Attributes of the text inputs. */
const inputs = {
  companyName: { type: 'text', required: true, autoComplete: 'organization' },
  contactName: {
    type: 'text',
    required: true,
    autoComplete: 'name',
    placeholder: 'First and last name',
  },
  email: {
    type: 'email',
    required: true,
    inputMode: 'email',
    autoComplete: 'email',
    spellCheck: false,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  // Not `type="number"`, which discards invalid text and changes on scroll. Not `autoComplete="off"`:
  // after Back, browsers would restore the other fields without it, which makes another inquiry.
  numberOfLocations: {
    type: 'text',
    inputMode: 'numeric',
    className: `${formStyles.input} ${textStyles.tabularNumbers}`,
  },
} satisfies Partial<Record<LeadField, ComponentProps<'input'>>>;

interface LeadInputProps extends LeadFieldsProps {
  name: keyof typeof inputs;
  hint?: string;
  remark?: string;
}

const notCallable =
  'This doesn’t look like a phone number. You can leave it as it is: we reply by email.';

function LeadInput({ name, control, ...row }: LeadInputProps) {
  return (
    <LeadFieldRow {...row} name={name} optional={!('required' in inputs[name])}>
      {(attributes) => (
        <input
          {...attributes}
          {...control(name)}
          className={formStyles.input}
          maxLength={leadLimits[name]}
          {...inputs[name]}
        />
      )}
    </LeadFieldRow>
  );
}

interface LeadSelectProps extends LeadFieldsProps {
  name: 'industry' | 'interestedPackage';
  emptyLabel: string;
  options: readonly { value: string; label: string }[];
}

function LeadSelect({ name, control, errors, emptyLabel, options }: LeadSelectProps) {
  // HTML has no read-only select, and a disabled one would change its look for a moment.
  const { readOnly, ...select } = control(name);
  return (
    <LeadFieldRow name={name} optional errors={errors}>
      {(attributes) => (
        <select {...attributes} {...select} inert={readOnly} className={formStyles.input}>
          <option value="">{emptyLabel}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LeadFieldRow>
  );
}

/** Step 1 of the lead form. */
export function CompanyFields(props: LeadFieldsProps) {
  return (
    <>
      <LeadInput {...props} name="companyName" />
      <LeadInput {...props} name="contactName" />
    </>
  );
}

/**
 * Step 2 of the lead form. Any text is accepted as a phone number. A remark says that it is none:
 * after it was typed, or at once for words, because "Next" hides the field.
 */
export function ContactFields(props: LeadFieldsProps) {
  const [remark, setRemark] = useState('');
  const { onChange, onBlur, ...phone } = props.control('phone');
  const updateRemark = (value: string, isTyping: boolean) => {
    const isNumber = value.trim() === '' || buildPhoneUrl(value) !== undefined;
    const mayBecomeNumber = isTyping && !/\p{L}{4}/u.test(value);
    setRemark(isNumber || mayBecomeNumber ? '' : notCallable);
  };
  return (
    <>
      <LeadInput {...props} name="email" />
      <LeadInput
        {...props}
        name="phone"
        control={() => ({
          ...phone,
          onChange: async (event) => {
            updateRemark(event.target.value, true);
            return onChange?.(event);
          },
          onBlur: async (event) => {
            updateRemark(event.target.value, false);
            return onBlur?.(event);
          },
        })}
        hint="Only if you prefer a call. We reply within 24 hours either way."
        remark={remark}
      />
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
  const { packages, preselected, reservedLength, ...form } = props;
  const packageOptions = listPackageOptions(packages, preselected);
  const { industries } = useSite();
  return (
    <>
      <div className={`${formStyles.twoColumns} ${styles.twoColumns}`}>
        <LeadSelect
          {...form}
          name="industry"
          emptyLabel="Choose an industry"
          options={industries}
        />
        <LeadInput {...form} name="numberOfLocations" />
      </div>
      {packageOptions.length > 0 && (
        <LeadSelect
          {...form}
          name="interestedPackage"
          emptyLabel="Choose a package"
          options={packageOptions}
        />
      )}
      <LeadFieldRow name="message" optional errors={form.errors}>
        {(attributes) => (
          <textarea
            {...attributes}
            {...form.control('message')}
            className={formStyles.input}
            rows={4}
            maxLength={leadLimits.message - reservedLength}
          />
        )}
      </LeadFieldRow>
    </>
  );
}

/**
 * Honeypot: a field that people never see and that bots fill in. Not `display: none` or
 * `type="hidden"`, which bots skip, and no name that browsers autofill.
 */
export function HoneypotField({ ref }: { ref?: Ref<HTMLInputElement> }) {
  return (
    <div className={layoutStyles.visuallyHidden} aria-hidden="true">
      <label>
        Leave this empty
        <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
