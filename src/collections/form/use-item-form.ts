import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import { isSessionEnd } from '../../features/auth/admin-session';
import { fieldMessages } from '../../lib/errors';
import { HttpError, serverMessage } from '../../lib/http';
import { useToast } from '../../ui/toast';
import type { AnyItem, Collection } from '../collection';
import { useCollectionMutations } from '../collection-queries';
import type { CollectionPath } from '../index';
import { changedFields, checkValues, formValues, type ItemValues } from './item-values';

const resolverOf =
  (collection: Collection): Resolver<ItemValues> =>
  (values) => {
    const { success, error } = checkValues(collection, values);
    if (success) return { values, errors: {} };
    const messages = Object.entries(fieldMessages(error.issues));
    return {
      values: {},
      errors: Object.fromEntries(
        messages.map(([name, message]) => [name, { type: 'contract', message }]),
      ),
    };
  };

interface Parts {
  path: CollectionPath;
  collection: Collection;
  item: AnyItem | undefined;
  onSaved: (item: AnyItem) => void;
}

/** What is typed into an item's form, what is wrong with it, and the way to save it. */
export function useItemForm({ path, collection, item, onSaved }: Parts) {
  const { create, update } = useCollectionMutations(path);
  const toast = useToast();
  const form = useForm<ItemValues>({
    defaultValues: formValues(collection, item),
    resolver: resolverOf(collection),
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as ItemValues;
  const formRef = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const busy = create.isPending || update.isPending;

  // Once its message is there: the one is read out with the other.
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);

  const refuse = () => setRefusals((count) => count + 1);

  function onFailure(error: unknown) {
    if (isSessionEnd(error)) return;
    const faults = Object.entries((error instanceof HttpError && error.body.fields) || {});
    const shown = faults.filter(([name]) => name in collection.fields);
    for (const [name, message] of shown) form.setError(name, { type: 'server', message });
    if (shown.length > 0) return refuse();
    const description = serverMessage(error, 'Something went wrong. Please try again.');
    toast({ title: 'Error', description, tone: 'bad' });
  }

  async function save() {
    const { success, data } = checkValues(collection, form.getValues());
    if (!success) return;
    try {
      const saved = item
        ? await update.mutateAsync({ id: item.id, values: changedFields(item, data) })
        : await create.mutateAsync(data);
      toast({ title: `${collection.label} ${item ? 'updated' : 'created'}` });
      onSaved(saved);
    } catch (error) {
      onFailure(error);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    void form.handleSubmit(save, refuse)(event);
  }

  return { form, values, busy, submit, formRef };
}
