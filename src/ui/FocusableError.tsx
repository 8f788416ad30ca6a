import { FieldError } from './Field';

/** Error message of several controls together. The form focuses it in place of a control. */
export const FocusableError = ({ message }: { message: string | undefined }) =>
  message ? (
    <FieldError data-invalid tabIndex={-1}>
      {message}
    </FieldError>
  ) : null;
