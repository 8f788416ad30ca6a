import type { FormEvent } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { collectFieldMessages } from '../../../lib/errors';
import type { BaseItem, Collection } from '../define-collection';
import { applyPending } from '../publication';
import {
  type ItemValues,
  isSameValue,
  toFieldValue,
  toFormValues,
  validateValues,
} from './item-values';
import { useErrorFocus } from './use-error-focus';
import { type ItemSaveOptions, useItemSave } from './use-item-save';
import { usePendingUploads } from './use-pending-uploads';
import { usePublicationChoice } from './use-publication-choice';

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

/** Manages the state of an item's form: values, validation errors and saving. */
export function useItemForm<T extends BaseItem>(options: Omit<ItemSaveOptions<T>, 'publication'>) {
  const item = options.item && applyPending(options.item);
  const { collection } = options.formConfig;
  const hook = useForm<ItemValues>({
    defaultValues: toFormValues(collection, item),
    resolver: createResolver(collection),
    shouldFocusError: false,
  });
  const values = hook.watch();
  const { formRef, focusFirstError } = useErrorFocus();
  const uploads = usePendingUploads();

  const publication = usePublicationChoice(options.item);
  const saving = useItemSave({
    ...options,
    publication: publication.choice,
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
    if (uploads.isUploading()) return;
    let isInvalid = false;
    const isTimeValid = publication.validate();
    await hook.handleSubmit(isTimeValid ? save : () => undefined, () => {
      isInvalid = true;
    })(event);
    // Not inside the callback: the messages are rendered only after it.
    if (isInvalid || !isTimeValid) focusFirstError();
  }

  return {
    form: { labels: collection.labels, hook, onPendingChange: uploads.onPendingChange },
    formRef,
    values,
    isChanged:
      publication.isChanged ||
      !isSameValue(values, toFormValues(collection, saving.base && applyPending(saving.base))),
    publication,
    saving,
    submit,
  };
}
