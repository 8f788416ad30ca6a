import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HttpError, serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { newIdempotencyKey } from '../../leads/idempotency-key';
import { PrivacyNote } from '../../leads/PrivacyNote';
import { callLimits, type NewCall } from '../call';
import type { KnownVisitor } from '../known-visitor';
import { Alternatives } from './Alternatives';
import { CallTime } from './CallTime';
import { alternativesOf, bookCall } from './call-requests';
import './call.css';

const fields = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'company', label: 'Company name', type: 'text', autoComplete: 'organization' },
] as const;

type FieldName = (typeof fields)[number]['name'];
type Values = Record<FieldName, string>;

/** What is wrong with what was typed. The server has the last word. */
function faults(form: HTMLFormElement, values: Values): Partial<Values> {
  const found: Partial<Values> = {};
  for (const { name } of fields) if (values[name].trim() === '') found[name] = 'Required';
  const email = form.elements.namedItem('email');
  if (!found.email && email instanceof HTMLInputElement && email.validity.typeMismatch) {
    found.email = 'Please enter a valid email address';
  }
  return found;
}

interface Props {
  start: string;
  timeZone: string;
  values: Values;
  leadId: KnownVisitor['leadId'];
  onType: (values: Values) => void;
  onTime: (start: string) => void;
  onBack: () => void;
  /** The time is gone. */
  onTaken: () => void;
  onBooked: (call: NewCall) => void;
}

/** Who books: name, email, company; and what to do when the time is gone. */
export function DetailsForm(props: Props) {
  const { start, timeZone, values, leadId, onType, onTime, onBack, onTaken, onBooked } = props;
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ message: string; slots: string[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const attempt = useRef({ content: '', key: '' });

  useEffect(() => {
    const empty = fields.find(({ name }) => values[name] === '');
    const input = empty && form.current?.elements.namedItem(empty.name);
    if (input instanceof HTMLElement) input.focus();
    else heading.current?.focus();
    // Once, when the time was chosen.
  }, []);

  function show(found: Partial<Values>) {
    setErrors(found);
    const first = fields.find(({ name }) => found[name]);
    const input = first && form.current?.elements.namedItem(first.name);
    if (input instanceof HTMLElement) input.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !form.current) return;
    const found = faults(form.current, values);
    if (Object.keys(found).length > 0) return show(found);
    const input = { ...values, start, timeZone, ...(leadId && { leadId }) };
    const content = JSON.stringify(input);
    // The same press again is the same call; another time or name is another one.
    if (attempt.current.content !== content) {
      attempt.current = { content, key: newIdempotencyKey() };
    }
    setBusy(true);
    setErrors({});
    setFailure(null);
    setTaken(null);
    try {
      onBooked(await bookCall(input, attempt.current.key));
    } catch (error) {
      const alternatives = alternativesOf(error);
      if (alternatives) {
        setTaken({
          message: serverMessage(error, 'This time has just been taken.'),
          slots: alternatives,
        });
        onTaken();
      } else {
        const named = (error instanceof HttpError && error.body.fields) || {};
        if (fields.some(({ name }) => named[name])) show(named);
        else setFailure(serverMessage(error, 'The server could not be reached. Please try again.'));
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="sch-d" ref={form} onSubmit={submit} noValidate>
      <h2 tabIndex={-1} ref={heading}>
        Who will we be talking to?
      </h2>
      <CallTime start={start} timeZone={timeZone} />
      {taken && (
        <Alternatives
          {...taken}
          timeZone={timeZone}
          onChoose={(slot) => {
            setTaken(null);
            onTime(slot);
          }}
        />
      )}
      {fields.map(({ name, label, type, autoComplete }) => (
        <Field key={name} label={label} error={errors[name]}>
          {(control) => (
            <input
              {...control}
              className="in"
              name={name}
              type={type}
              required
              autoComplete={autoComplete}
              {...(name === 'email' && { autoCapitalize: 'none', spellCheck: false })}
              maxLength={callLimits[name]}
              value={values[name]}
              onChange={(event) => {
                onType({ ...values, [name]: event.target.value });
                if (errors[name]) setErrors({ ...errors, [name]: undefined });
              }}
            />
          )}
        </Field>
      ))}
      {failure && (
        <p className="err" role="alert">
          {failure}
        </p>
      )}
      <PrivacyNote newTab />
      <div className="sch-o">
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
