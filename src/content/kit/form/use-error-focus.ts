import { useEffect, useRef, useState } from 'react';
import { focusInvalidField } from '../../../ui/form/focus-field';

/** Selects an invalid control, or the message of a field that is not a form control itself. */
const invalidSelector = '[aria-invalid], [data-invalid]';

/** Returns a form's ref, and a function that moves the focus to the form's first error. */
export function useErrorFocus() {
  const formRef = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);

  // After the message is rendered, so that a screen reader reads both the field and the message.
  useEffect(() => {
    const field = formRef.current?.querySelector<HTMLElement>(invalidSelector);
    if (rejections > 0 && field) focusInvalidField(() => field.focus());
  }, [rejections]);

  return { formRef, focusFirstError: () => setRejections((count) => count + 1) };
}
