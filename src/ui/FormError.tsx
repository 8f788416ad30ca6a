import * as formStyles from './form.module.css';

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
