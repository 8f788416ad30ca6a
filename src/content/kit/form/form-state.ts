import { useRef, useState } from 'react';
import { collectFieldMessages } from '../../../lib/errors';
import { useToast } from '../../../ui/toast/toast';
import type { FormValues } from './form-conflict';

/** Error messages by field name. */
export type FieldMessages = Readonly<Record<string, string>>;

/** The values as the server stores them, or why the contract does not accept them. */
export type CheckedValues<Input> =
  | { input: Input; errors?: undefined }
  | { input?: undefined; errors: FieldMessages };

type Issues = Parameters<typeof collectFieldMessages>[0];

/**
 * Replaces the API's generic type errors with a plain message. In forms, only whole numbers can
 * have the wrong type, because everything else is text.
 */
const toPlainMessage = (message: string): string =>
  /^Expected (integer|number), received /.test(message) ? 'Enter a whole number' : message;

/** Collects the first message of each field, in the words of a form. */
export const collectPlainMessages = (issues: Issues): FieldMessages =>
  collectFieldMessages(
    issues.map(({ path, message }) => ({ path, message: toPlainMessage(message) })),
  );

/** Converts the result of a schema. @param collect collects a message for each field */
export const toCheckedValues = <Input>(
  result: { success: true; data: Input } | { success: false; error: { issues: Issues } },
  collect: (issues: Issues) => FieldMessages = collectFieldMessages,
): CheckedValues<Input> =>
  result.success ? { input: result.data } : { errors: collect(result.error.issues) };

/** What the fields of a form need: values, errors, and callbacks. */
export interface FormState<V extends FormValues = FormValues> {
  values: V;
  /** The stored values that the changes are based on. */
  base: V;
  errors: FieldMessages;
  set(change: Partial<V>): void;
  /** Called when a field starts or ends an upload. */
  onPendingChange(name: string, isPending: boolean): void;
}

/** Tracks a form's uploads. Their fields have the new value only afterwards. */
export function usePendingUploads() {
  const fields = useRef(new Set<string>());
  const toast = useToast();
  return {
    onPendingChange(name: string, isPending: boolean) {
      if (isPending) fields.current.add(name);
      else fields.current.delete(name);
    },
    /** Returns whether an upload is in progress; if so, shows a toast that the form has to wait. */
    isUploading(): boolean {
      if (fields.current.size === 0) return false;
      toast({
        title: 'The picture is still uploading',
        description: 'Save again when the upload is done.',
      });
      return true;
    },
  };
}

/** The values and their errors: those of the contract after a submit, and the server's. */
export function useFormValues<V extends FormValues>(
  initial: V,
  findErrors: (values: V) => FieldMessages | undefined,
) {
  const [values, setValues] = useState(initial);
  /** Also for code that runs after a request, when the state of its render is outdated. */
  const latest = useRef(values);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState<FieldMessages>({});

  function replace(next: V): void {
    latest.current = next;
    setValues(next);
  }

  return {
    values,
    latest,
    errors: { ...serverErrors, ...(isSubmitted && findErrors(values)) },
    replace,
    /** Changes fields. The server's error of a field is about its value before. */
    set(change: Partial<V>) {
      replace({ ...latest.current, ...change });
      setServerErrors((errors) =>
        Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in change))),
      );
    },
    setServerErrors,
    /** Shows the errors of the contract, or none at all. */
    showErrors(isShown: boolean) {
      setIsSubmitted(isShown);
      setServerErrors({});
    },
  };
}
