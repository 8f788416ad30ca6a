import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { collectFieldMessages } from '../../lib/errors';
import { useToast } from '../../ui/toast';
import type { BaseItem, Collection } from '../define-collection';
import {
  type ItemValues,
  isSameValue,
  toFieldValue,
  toFormValues,
  validateValues,
} from './item-values';
import { type ItemSaveOptions, useItemSave } from './use-item-save';

/**
 * Replaces the API's generic type errors with a plain message. In forms, only whole numbers can
 * have the wrong type, because everything else is text.
 */
const toPlainMessage = (message: string): string =>
  /^Expected (integer|number), received /.test(message) ? 'Enter a whole number' : message;

const createResolver =
  (collection: Pick<Collection, 'create'>): Resolver<ItemValues> =>
  (values) => {
    const { success, error } = validateValues(collection, values);
    if (success) return { values, errors: {} };
    const errors = Object.entries(collectFieldMessages(error.issues)).map(([name, message]) => [
      name,
      { type: 'contract', message: toPlainMessage(message) },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };

/** Selects an invalid control, or the message of a field that is not a form control itself. */
const invalidSelector = '[aria-invalid], [data-invalid]';

/** Manages the state of an item's form: values, validation errors and saving. */
export function useItemForm<T extends BaseItem>(options: ItemSaveOptions<T>) {
  const { item } = options;
  const { collection } = options.formConfig;
  const hook = useForm<ItemValues>({
    defaultValues: toFormValues(collection, item),
    resolver: createResolver(collection),
    shouldFocusError: false,
  });
  const values = hook.watch();
  const formRef = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);

  // After the message is rendered, so that a screen reader reads both the field and the message.
  useEffect(() => {
    if (rejections > 0) formRef.current?.querySelector<HTMLElement>(invalidSelector)?.focus();
  }, [rejections]);

  /** Fields whose values are still being uploaded. */
  const pendingFields = useRef(new Set<string>());
  const toast = useToast();

  function onPendingChange(name: string, isPending: boolean) {
    if (isPending) pendingFields.current.add(name);
    else pendingFields.current.delete(name);
  }

  const focusFirstError = () => setRejections((count) => count + 1);

  const saving = useItemSave({
    ...options,
    onFieldErrors(fieldErrors) {
      for (const [name, message] of fieldErrors) {
        hook.setError(name, { type: 'server', message: toPlainMessage(message) });
      }
      focusFirstError();
    },
    onMerged(merged) {
      for (const [name, value] of Object.entries(merged)) {
        hook.setValue(name, toFieldValue(value), { shouldValidate: hook.formState.isSubmitted });
      }
    },
  });

  function save() {
    const { success, data } = validateValues(collection, hook.getValues());
    if (success) return saving.save(data);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.busy) return;
    if (pendingFields.current.size > 0) {
      toast({
        title: 'The picture is still uploading',
        description: 'Save again when the upload is done.',
      });
      return;
    }
    let isInvalid = false;
    await hook.handleSubmit(save, () => {
      isInvalid = true;
    })(event);
    // Not inside the callback: the messages are rendered only after it.
    if (isInvalid) focusFirstError();
  }

  return {
    form: { labels: collection.labels, hook, onPendingChange },
    formRef,
    values,
    isChanged: !isSameValue(values, toFormValues(collection, saving.base)),
    saving,
    submit,
  };
}
