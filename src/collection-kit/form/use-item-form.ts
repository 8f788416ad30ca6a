import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import type { CollectionPath } from '../../features/collections';
import type { ItemFormConfig } from '../../features/item-forms';
import { collectFieldMessages } from '../../lib/errors';
import { useToast } from '../../ui/toast';
import type { AnyItem, Collection } from '../define-collection';
import {
  areSameValues,
  type ItemValues,
  toFieldValue,
  toFormValues,
  validateValues,
} from './item-values';
import { useItemSave } from './use-item-save';

/** A generic message of the API in the owner's words: a form has text and whole numbers alone. */
const toPlainMessage = (message: string): string =>
  /^Expected (integer|number), received /.test(message) ? 'Enter a whole number' : message;

const createResolver =
  (collection: Collection): Resolver<ItemValues> =>
  (values) => {
    const { success, error } = validateValues(collection, values);
    if (success) return { values, errors: {} };
    const messages = Object.entries(collectFieldMessages(error.issues));
    return {
      values: {},
      errors: Object.fromEntries(
        messages.map(([name, message]) => [
          name,
          { type: 'contract', message: toPlainMessage(message) },
        ]),
      ),
    };
  };

/** A control that is wrong, or what is said of one that is none itself. */
const invalidSelector = '[aria-invalid], [data-invalid]';

interface Options {
  path: CollectionPath;
  formConfig: ItemFormConfig;
  item: AnyItem | undefined;
  onSaved: (item: AnyItem) => void;
}

/** What is typed into an item's form, what is wrong with it, and the way to save it. */
export function useItemForm({ path, formConfig, item, onSaved }: Options) {
  const { collection, labels } = formConfig;
  const hook = useForm<ItemValues>({
    defaultValues: toFormValues(collection, item),
    resolver: createResolver(collection),
    shouldFocusError: false,
  });
  const values = useWatch({ control: hook.control }) as ItemValues;
  const formRef = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);

  // Once its message is there: the one is read out with the other.
  useEffect(() => {
    if (rejections > 0) formRef.current?.querySelector<HTMLElement>(invalidSelector)?.focus();
  }, [rejections]);

  /** Fields whose values are still on their way. */
  const pendingFields = useRef(new Set<string>());
  const toast = useToast();

  function onPendingChange(name: string, isPending: boolean) {
    if (isPending) pendingFields.current.add(name);
    else pendingFields.current.delete(name);
  }

  const focusFirstError = () => setRejections((count) => count + 1);

  const saving = useItemSave({
    path,
    formConfig,
    item,
    onSaved,
    onFieldErrors(fieldErrors) {
      for (const [name, message] of fieldErrors) {
        hook.setError(name, { type: 'server', message: toPlainMessage(message) });
      }
      focusFirstError();
    },
    onMerged(item) {
      for (const [name, value] of Object.entries(item)) {
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
    // Not from within: the messages are shown only after it.
    if (isInvalid) focusFirstError();
  }

  return {
    form: { labels, hook, onPendingChange: onPendingChange },
    formRef,
    values,
    isChanged: !areSameValues(values, toFormValues(collection, saving.base)),
    saving,
    submit,
  };
}
