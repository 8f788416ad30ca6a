import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { fieldMessages } from '../../lib/errors';
import { useToast } from '../../ui/toast';
import type { AnyItem, Collection } from '../collection';
import type { CollectionPath } from '../index';
import type { ItemParts } from './item-forms';
import { checkValues, formValues, type ItemValues, sameValues, toFieldValue } from './item-values';
import { useItemSave } from './use-item-save';

/** A generic message of the API in the owner's words: a form has text and whole numbers alone. */
const inPlainWords = (message: string): string =>
  /^Expected (integer|number), received /.test(message) ? 'Enter a whole number' : message;

const resolverOf =
  (collection: Collection): Resolver<ItemValues> =>
  (values) => {
    const { success, error } = checkValues(collection, values);
    if (success) return { values, errors: {} };
    const messages = Object.entries(fieldMessages(error.issues));
    return {
      values: {},
      errors: Object.fromEntries(
        messages.map(([name, message]) => [
          name,
          { type: 'contract', message: inPlainWords(message) },
        ]),
      ),
    };
  };

/** A control that is wrong, or what is said of one that is none itself. */
const faulty = '[aria-invalid], [data-invalid]';

interface Options {
  path: CollectionPath;
  parts: ItemParts;
  item: AnyItem | undefined;
  onSaved: (item: AnyItem) => void;
}

/** What is typed into an item's form, what is wrong with it, and the way to save it. */
export function useItemForm({ path, parts, item, onSaved }: Options) {
  const { collection, labels } = parts;
  const hook = useForm<ItemValues>({
    defaultValues: formValues(collection, item),
    resolver: resolverOf(collection),
    shouldFocusError: false,
  });
  const values = useWatch({ control: hook.control }) as ItemValues;
  const formRef = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);

  // Once its message is there: the one is read out with the other.
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>(faulty)?.focus();
  }, [refusals]);

  /** Fields whose values are still on their way. */
  const waiting = useRef(new Set<string>());
  const toast = useToast();

  function onWaiting(name: string, isWaiting: boolean) {
    if (isWaiting) waiting.current.add(name);
    else waiting.current.delete(name);
  }

  const refuse = () => setRefusals((count) => count + 1);

  const saving = useItemSave({
    path,
    parts,
    item,
    onSaved,
    onFaults(faults) {
      for (const [name, message] of faults) {
        hook.setError(name, { type: 'server', message: inPlainWords(message) });
      }
      refuse();
    },
    onMerged(item) {
      for (const [name, value] of Object.entries(item)) {
        hook.setValue(name, toFieldValue(value), { shouldValidate: hook.formState.isSubmitted });
      }
    },
  });

  function save() {
    const { success, data } = checkValues(collection, hook.getValues());
    if (success) return saving.save(data);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.busy) return;
    if (waiting.current.size > 0) {
      toast({
        title: 'The picture is still being uploaded',
        description: 'Save again once it is there.',
      });
      return;
    }
    let isRefused = false;
    await hook.handleSubmit(save, () => {
      isRefused = true;
    })(event);
    // Not from within: the messages are shown only after it.
    if (isRefused) refuse();
  }

  return {
    form: { labels, hook, onWaiting },
    formRef,
    values,
    changed: !sameValues(values, formValues(collection, saving.base)),
    saving,
    submit,
  };
}
