import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createIdempotencyKey } from '../../../lib/create-idempotency-key';
import { getServerMessage, HttpError } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { PrivacyNote } from '../../leads/public/PrivacyNote';
import { maxCallFieldLengths } from '../call';
import type { NewCall } from '../contract';
import { AlternativeSlots } from './AlternativeSlots';
import { CallTime } from './CallTime';
import * as styles from './call.module.css';
import type { KnownVisitor } from './known-visitor';
import { bookCall, parseAlternatives } from './queries';

const fields = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'company', label: 'Company name', type: 'text', autoComplete: 'organization' },
] as const;

type FieldName = (typeof fields)[number]['name'];
type Values = Record<FieldName, string>;

/** Validates the input. The server validates it again. */
function validate(form: HTMLFormElement, values: Values): Partial<Values> {
  const fieldErrors: Partial<Values> = {};
  for (const { name } of fields) if (values[name].trim() === '') fieldErrors[name] = 'Required';
  const email = form.elements.namedItem('email');
  if (!fieldErrors.email && email instanceof HTMLInputElement && email.validity.typeMismatch) {
    fieldErrors.email = 'Please enter a valid email address';
  }
  return fieldErrors;
}

interface Props {
  start: string;
  timeZone: string;
  values: Values;
  leadId: KnownVisitor['leadId'];
  onValuesChange: (values: Values) => void;
  onTimeChange: (start: string) => void;
  onBack: () => void;
  /** Called when the chosen time has been taken. */
  onTaken: () => void;
  onBooked: (call: NewCall) => void;
}

/**
 * Form for the visitor's name, email and company. Offers other times if the chosen one is taken.
 */
export function DetailsForm(props: Props) {
  const {
    start,
    timeZone,
    values,
    leadId,
    onValuesChange,
    onTimeChange,
    onBack,
    onTaken,
    onBooked,
  } = props;
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [takenTime, setTakenTime] = useState<{ message: string; slots: string[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const attempt = useRef({ content: '', key: '' });

  useEffect(() => {
    const empty = fields.find(({ name }) => values[name] === '');
    const input = empty && form.current?.elements.namedItem(empty.name);
    if (input instanceof HTMLElement) input.focus();
    else heading.current?.focus();
  }, []);

  function showErrors(fieldErrors: Partial<Values>) {
    setErrors(fieldErrors);
    const first = fields.find(({ name }) => fieldErrors[name]);
    const input = first && form.current?.elements.namedItem(first.name);
    if (input instanceof HTMLElement) input.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !form.current) return;
    const fieldErrors = validate(form.current, values);
    if (Object.keys(fieldErrors).length > 0) return showErrors(fieldErrors);
    const input = { ...values, start, timeZone, ...(leadId && { leadId }) };
    const content = JSON.stringify(input);
    // Resubmitting the same content reuses the key; changed content gets a new one.
    if (attempt.current.content !== content) {
      attempt.current = { content, key: createIdempotencyKey() };
    }
    setBusy(true);
    setErrors({});
    setFailure(null);
    setTakenTime(null);
    try {
      onBooked(await bookCall(input, attempt.current.key));
    } catch (error) {
      const alternatives = parseAlternatives(error);
      if (alternatives) {
        setTakenTime({
          message: getServerMessage(error, 'This time has just been taken.'),
          slots: alternatives,
        });
        onTaken();
      } else {
        const serverErrors = (error instanceof HttpError && error.body.fields) || {};
        if (fields.some(({ name }) => serverErrors[name])) showErrors(serverErrors);
        else
          setFailure(getServerMessage(error, 'The server could not be reached. Please try again.'));
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.details} data-step="details" ref={form} onSubmit={submit} noValidate>
      <h2 tabIndex={-1} ref={heading}>
        Who will we be talking to?
      </h2>
      <CallTime start={start} timeZone={timeZone} />
      {takenTime && (
        <AlternativeSlots
          {...takenTime}
          timeZone={timeZone}
          onChoose={(slot) => {
            setTakenTime(null);
            onTimeChange(slot);
          }}
        />
      )}
      {fields.map(({ name, label, type, autoComplete }) => (
        <Field key={name} label={label} error={errors[name]}>
          {(control) => (
            <input
              {...control}
              className={formStyles.input}
              name={name}
              type={type}
              required
              autoComplete={autoComplete}
              {...(name === 'email' && { autoCapitalize: 'none', spellCheck: false })}
              maxLength={maxCallFieldLengths[name]}
              value={values[name]}
              onChange={(event) => {
                onValuesChange({ ...values, [name]: event.target.value });
                if (errors[name]) setErrors({ ...errors, [name]: undefined });
              }}
            />
          )}
        </Field>
      ))}
      {failure && (
        <p className={formStyles.error} role="alert">
          {failure}
        </p>
      )}
      <PrivacyNote opensNewTab />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" busy={busy}>
          {busy ? 'Booking...' : 'Book this call'}
        </Button>
      </div>
    </form>
  );
}
