import { useRef, useState } from 'react';
import { collectFieldMessages } from '../../lib/errors';
import { useToast } from '../../ui/toast/toast';

/** The values of a form, by field name. */
export type FormValues = Record<string, unknown>;

/** A field that two people changed to different values. */
export interface FieldDifference {
  name: string;
  mine: unknown;
  theirs: unknown;
}

/** The version of a field to keep. */
export type ConflictChoice = 'mine' | 'theirs';

/** Stored values are null where a form has an empty text. */
const toComparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));

export const isSameValue = (a: unknown, b: unknown): boolean => toComparable(a) === toComparable(b);

/** Lists the fields whose values differ from those of `base`. */
export const listChangedFields = (base: FormValues, values: FormValues): string[] =>
  Object.keys(values).filter((name) => !isSameValue(values[name], base[name]));

/** Picks the fields of `input` that differ from those of `base`. */
export const pickChangedFields = (base: FormValues, input: FormValues): FormValues =>
  Object.fromEntries(listChangedFields(base, input).map((name) => [name, input[name]]));

/**
 * Finds the fields that both people changed, to different values. The others need no choice: only
 * one version of them is new.
 * @param base the values when the form was opened
 */
export const findDifferences = (
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): FieldDifference[] =>
  listChangedFields(theirs, mine)
    .filter((name) => [mine, theirs].every((values) => !isSameValue(values[name], base[name])))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }));

/**
 * Merges the two versions by the given choices. Without a choice, a field is mine if I changed it.
 */
export function mergeChanges<V extends FormValues>(
  base: V,
  mine: V,
  theirs: V,
  choices: Record<string, ConflictChoice> = {},
): V {
  const takenNames = Object.keys(mine).filter(
    (name) =>
      (choices[name] ?? (isSameValue(mine[name], base[name]) ? 'theirs' : 'mine')) === 'theirs',
  );
  return { ...mine, ...Object.fromEntries(takenNames.map((name) => [name, theirs[name]])) };
}

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
