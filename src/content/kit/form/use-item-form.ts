import { type ComponentType, useRef } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import {
  collectPlainMessages,
  type FormValues,
  pickChangedFields,
  toCheckedValues,
} from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { getServerMessage, request } from '../../../lib/network/http-client';
import { useToast } from '../../../ui/toast/toast';
import type { BaseItem, Collection, FieldName } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { applyPending } from '../publication';
import { collectionKey } from '../queries';
import type { ItemForm } from './FormFields';
import { toFormValues, validateValues } from './item-values';
import {
  buildPublicationInput,
  describePublication,
  formatChoice,
  isDraftChoice,
  publicationLabels,
  usePublicationChoice,
} from './use-publication-choice';

/** The form of a collection's items: the default export of its folder's `admin/form.tsx`. */
export interface ItemFormConfig<T extends BaseItem> {
  collection: Collection<T>;
  Fields: ComponentType<{ form: ItemForm<FieldName<T>> }>;
  /** Renders the item as the site would show it. */
  Preview: ComponentType<{ item: T }>;
  /** Whether the preview is as tall as the form. It scrolls with the form, others stay in view. */
  hasTallPreview?: boolean;
  /**
   * Whether the toast of a failure has its own sentence ("Failed to create stat."), with the
   * server's reason in the form. Otherwise the toast shows the server's reason.
   */
  hasCustomErrorMessage?: boolean;
}

interface Options<T extends BaseItem> {
  formConfig: ItemFormConfig<T>;
  mutations: CollectionMutations<T>;
  item: T | undefined;
  /** Called when the form is done. One that was edited meanwhile stays open. */
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
  const publication = usePublicationChoice(item, (stored: T | undefined) => stored);
  const isNew = useRef(item === undefined);
  const id = useRef(item?.id);

  function showSaved(saved: T): void {
    id.current = saved.id;
    const action = isNew.current ? 'created' : 'updated';
    toast({ title: `${label} ${action}`, ...describePublication(saved) });
  }

  function save(input: FormValues, base: T | undefined): Promise<T> {
    isNew.current = base === undefined;
    const changes = base ? pickChangedFields(applyPending(base), input) : input;
    const values = buildPublicationInput(base, changes, publication.latest.current);
    return base
      ? mutations.update.mutateAsync({ id: base.id, values, version: base.updatedAt })
      : mutations.create.mutateAsync(values);
  }

  const form = useVersionedForm({
    stored: item,
    toValues: (stored: T | undefined) => toFormValues(collection, stored && applyPending(stored)),
    check: (values) =>
      toCheckedValues(
        validateValues(collection, values, isDraftChoice(item, publication.latest.current)),
        collectPlainMessages,
      ),
    save,
    load: () => request<T>(`${collectionKey(path).join('/')}/${id.current}`),
    onSaved(saved, isEdited) {
      if (!saved) return;
      showSaved(saved);
      // The form stays open.
      if (isEdited) publication.continueFrom(saved);
      else onSaved(saved);
    },
    onClose,
    onFailure(error) {
      if (!hasCustomErrorMessage) return showError(error);
      form.setFailure(getServerMessage(error, ''));
      showError(error, `Failed to ${isNew.current ? 'create' : 'update'} ${noun}.`);
    },
    subject: `this ${noun}`,
    labels: { ...labels, ...publicationLabels },
    formatValue: formatChoice,
    publication,
    renewal: { noun, base: undefined },
  });

  return { ...form, publication };
}
