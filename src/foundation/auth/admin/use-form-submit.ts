import { useCallback, useEffect, useRef, useState } from 'react';
import { getFieldErrors } from '../../../lib/network/http-client';
import { focusInvalidField } from '../../../ui/form/focus-field';
import { isSessionExpired } from './queries';
import { useErrorToast } from './SessionProvider';

/**
 * Shows why a request of a form failed: field errors at the fields, everything else as a toast.
 * @returns the field errors, and a function that runs a request and handles its failure
 */
export function useFormSubmit(form: React.RefObject<HTMLFormElement | null>) {
  const [fields, setFields] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const showError = useErrorToast();

  async function run(send: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFields({});
    try {
      await send();
    } catch (error) {
      if (isSessionExpired(error)) return;
      const messages = getFieldErrors(error);
      setFields(messages);
      const [first] = Object.keys(messages);
      if (first) {
        const selector = `[name="${CSS.escape(first)}"]`;
        const field = form.current?.querySelector<HTMLInputElement>(selector);
        if (field) focusInvalidField(() => field.focus());
        return;
      }
      showError(error);
    } finally {
      setBusy(false);
    }
  }

  return { fields, busy, run };
}

/** Reads a form field's value. */
export function readField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

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

  const focusFirstError = useCallback(() => setRejections((count) => count + 1), []);
  return { formRef, focusFirstError };
}
