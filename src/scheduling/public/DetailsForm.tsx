import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { encodePlan } from '../../cover/encode-plan';
import { summarizePlan } from '../../leads/inquiry/plan-summary';
import { PlanStrip } from '../../leads/public/PlanStrip';
import { PrivacyNote } from '../../leads/public/PrivacyNote';
import { getFieldErrors } from '../../lib/network/http-client';
import { Button } from '../../ui/Button';
import { FormError } from '../../ui/form/Field';
import { InputField } from '../../ui/form/fields';
import { focusInvalidField } from '../../ui/form/focus-field';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { maxCallFieldLengths } from '../call';
import type { NewCall } from '../contract';
import { CallTime } from './CallCard';
import * as styles from './call.module.css';
import type { KnownVisitor } from './known-visitor';
import { bookCall } from './queries';
import { ContactLink } from './ScheduleStates';
import { AlternativeSlots, useTimeRequest } from './time-request';

/** Error messages by field name. */
type FieldErrors = Record<string, string>;

/** Validates the input. The server validates it again. */
function validate(form: HTMLFormElement, visitor: KnownVisitor): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name } of visitorFields) if (visitor[name].trim() === '') errors[name] = 'Required';
  const email = form.elements.namedItem('email');
  if (!errors.email && email instanceof HTMLInputElement && email.validity.typeMismatch) {
    errors.email = 'Please enter a valid email address';
  }
  return errors;
}

/** Focuses the first field whose name matches. Returns whether there is one. */
function focusField(form: HTMLFormElement | null, matches: (name: keyof KnownVisitor) => boolean) {
  const field = visitorFields.find(({ name }) => matches(name));
  const input = field && form?.elements.namedItem(field.name);
  if (input instanceof HTMLElement) focusInvalidField(() => input.focus());
  return field !== undefined;
}

interface Props {
  start: string;
  timeZone: string;
  visitor: KnownVisitor;
  onVisitorChange: (visitor: KnownVisitor) => void;
  onTimeChange: (start: string) => void;
  onBack: () => void;
  /** Called when the chosen time has been taken. */
  onTaken: () => void;
  isSending: RefObject<boolean>;
  onBooked: (call: NewCall) => void;
}

/**
 * Form for the visitor's name, email and company. Offers other times if the chosen one is taken.
 */
export function DetailsForm(props: Props) {
  const { start, timeZone, visitor, onVisitorChange, onTimeChange } = props;
  const { onBack, onTaken, isSending, onBooked } = props;
  const { plan = null } = visitor;
  const [includesPlan, setIncludesPlan] = useState(true);
  const [errors, setErrors] = useState<FieldErrors>({});
  const request = useTimeRequest(start, onTaken, isSending);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!focusField(form.current, (name) => visitor[name] === '')) heading.current?.focus();
  }, []);

  /** Returns whether an error belongs to a field. */
  function showErrors(fieldErrors: FieldErrors): boolean {
    setErrors(fieldErrors);
    return focusField(form.current, (name) => Boolean(fieldErrors[name]));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (request.busy || !form.current) return;
    if (showErrors(validate(form.current, visitor))) return;
    const input = { ...visitor, plan: includesPlan ? plan : null, start, timeZone };
    await request.send(async () => {
      try {
        onBooked(await bookCall(input));
      } catch (error) {
        const fieldErrors = getFieldErrors(error);
        if (!showErrors(fieldErrors)) throw error;
      }
    });
  }

  return (
    <form className={styles.details} data-step="details" ref={form} onSubmit={submit} noValidate>
      <h2 tabIndex={-1} ref={heading}>
        Who will we be talking to?
      </h2>
      <CallTime start={start} timeZone={timeZone} />
      <AlternativeSlots taken={request.taken} timeZone={timeZone} onChoose={onTimeChange} />
      {plan && (
        <PlanStrip
          plan={summarizePlan({ plan, code: encodePlan(plan) })}
          isIncluded={includesPlan}
          onChange={setIncludesPlan}
        />
      )}
      {visitorFields.map((field) => (
        <InputField
          {...field}
          key={field.name}
          required
          maxLength={maxCallFieldLengths[field.name]}
          value={visitor[field.name]}
          error={errors[field.name]}
          onChange={(value) => {
            onVisitorChange({ ...visitor, [field.name]: value });
            setErrors({ ...errors, [field.name]: '' });
          }}
        />
      ))}
      <FormError message={request.failure} />
      {request.isLimited && <ContactLink embedded />}
      <PrivacyNote opensNewTab />
      <div className={`${layoutStyles.actions} ${styles.actions}`}>
        <Button variant="secondary" onClick={onBack} disabled={request.busy}>
          Back
        </Button>
        <Button type="submit" busy={request.busy}>
          {request.busy ? 'Booking...' : 'Book this call'}
        </Button>
      </div>
    </form>
  );
}

/** The fields about the visitor: labels and attributes of the inputs. */
const visitorFields = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    spellCheck: false,
  },
  { name: 'company', label: 'Company name', type: 'text', autoComplete: 'organization' },
] as const;
