import { type FormEvent, useRef, useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { getServerMessage, request } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { applyPending } from '../publication';
import { collectionKey } from '../queries';
import { type FormValues, pickChangedFields } from './form-conflict';
import { collectPlainMessages, toCheckedValues } from './form-state';
import type { ItemFormConfig } from './item-form-config';
import { toFormValues, validateValues } from './item-values';
import { describePublication } from './publication-labels';
import { buildPublicationInput, usePublicationChoice } from './use-publication-choice';
import { useVersionedForm } from './use-versioned-form';

interface Options<T extends BaseItem> {
  formConfig: ItemFormConfig<T>;
  mutations: CollectionMutations<T>;
  item: T | undefined;
  onSaved: (item: T) => void;
  onClose: () => void;
}

/**
 * Manages the form of an item. Sends a new item as a whole, and only the changed fields of an
 * existing one.
 */
export function useItemForm<T extends BaseItem>(options: Options<T>) {
  const { mutations, item, onSaved, onClose } = options;
  const { collection, hasCustomErrorMessage } = options.formConfig;
  const { label, labels, path } = collection;
  const noun = label.toLowerCase();
  const toast = useToast();
  const showError = useErrorToast();
  const publication = usePublicationChoice(item);
  /** Reason for the last failure, if the toast does not show it. */
  const [reason, setReason] = useState<string>();
  const isNew = useRef(item === undefined);

  function save(input: FormValues, base: T | undefined): Promise<T> {
    isNew.current = base === undefined;
    const changes = base ? pickChangedFields(applyPending(base), input) : input;
    const values = buildPublicationInput(base, changes, publication.choice);
    return base
      ? mutations.update.mutateAsync({ id: base.id, values, version: base.updatedAt })
      : mutations.create.mutateAsync(values);
  }

  const form = useVersionedForm({
    stored: item,
    toValues: (stored: T | undefined) => toFormValues(collection, stored && applyPending(stored)),
    check: (values) => toCheckedValues(validateValues(collection, values), collectPlainMessages),
    save,
    load: () => request<T>(`${collectionKey(path).join('/')}/${item?.id}`),
    onSaved(saved) {
      if (!saved) return;
      const action = isNew.current ? 'created' : 'updated';
      toast({ title: `${label} ${action}`, ...describePublication(saved) });
      onSaved(saved);
    },
    onClose,
    onFailure(error) {
      if (!hasCustomErrorMessage) return showError(error);
      setReason(getServerMessage(error, ''));
      showError(error, `Failed to ${isNew.current ? 'create' : 'update'} ${noun}.`);
    },
    subject: `this ${noun}`,
    labels,
    publication,
    renewal: { noun, base: undefined },
  });

  return {
    ...form,
    publication,
    reason,
    submit(event: FormEvent) {
      setReason(undefined);
      return form.submit(event);
    },
  };
}
