import { type ComponentProps, type ReactNode, useId } from 'react';
import { CircleAlert } from '../icons/admin-icons';
import * as formStyles from './form.module.css';

/** Props that the field's control must spread. */
export interface FieldControl {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export interface FieldProps {
  label: string;
  optional?: boolean | undefined;
  error?: string | undefined;
  hint?: string | undefined;
}

interface Props extends FieldProps {
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error, associated for assistive technology. */
export function Field({ label, optional, error, hint, children }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>
        {label}
        {optional && (
          <>
            {' '}
            <em>optional</em>
          </>
        )}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p className={formStyles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Error message of a field or a form. */
export function FieldError({ children, ...attributes }: ComponentProps<'p'>) {
  return (
    <p {...attributes} className={formStyles.error}>
      <CircleAlert />
      {children}
    </p>
  );
}

/** Error message of several controls together. The form focuses it in place of a control. */
export const FocusableError = ({ message }: { message: string | undefined }) =>
  message ? (
    <FieldError data-invalid tabIndex={-1}>
      {message}
    </FieldError>
  ) : null;

/** A form's error, announced when it appears. Renders nothing without a message. */
export function FormError({ message }: { message: string | null | undefined }) {
  return (
    message && (
      <p className={formStyles.error} role="alert">
        {message}
      </p>
    )
  );
}
