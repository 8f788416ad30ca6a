import { useState } from 'react';
import { isSessionExpired } from '../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../foundation/auth/admin/SessionProvider';
import { getServerMessage, HttpError, request } from '../../lib/http-client';
import { useToast } from '../../ui/toast';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { collectionKey } from '../queries';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from './item-conflict';
import type { ItemFormConfig } from './item-form-config';
import { pickChangedFields } from './item-values';

type Values = Record<string, unknown>;
type SaveAction = 'create' | 'update';

/** Why an item could not be saved: someone else changed or deleted it while the form was open. */
type SaveConflict<T> =
  | { kind: 'changed'; mine: Values; theirs: T; found: FieldDifference[] }
  | { kind: 'deleted'; mine: Values };

export interface ItemSaveOptions<T extends BaseItem> {
  formConfig: ItemFormConfig<T>;
  mutations: CollectionMutations<T>;
  item: T | undefined;
  onSaved: (item: T) => void;
}

interface Options<T extends BaseItem> extends ItemSaveOptions<T> {
  /** Called with the fields that the server rejected. */
  onFieldErrors: (fieldErrors: [name: string, message: string][]) => void;
  /** Called with the form's new values after someone else's changes were merged into them. */
  onMerged: (values: Values) => void;
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof HttpError && error.status === status;

/**
 * Saves an item. Sends a new item as a whole, and the changed fields of an existing one with the
 * version that the changes are based on. Never overwrites another person's changes without asking.
 * Long, because each step shares the state of the save.
 */
export function useItemSave<T extends BaseItem>({
  formConfig,
  mutations: { create, update },
  item,
  onSaved,
  onFieldErrors,
  onMerged,
}: Options<T>) {
  const { collection, hasCustomErrorMessage } = formConfig;
  const { path, label } = collection;
  const resume = useSessionRecovery();
  const toast = useToast();
  /** The stored item that the form's changes are based on. */
  const [base, setBase] = useState(item);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<SaveConflict<T> | null>(null);
  /** Reason for the last failure, if the toast does not show it. */
  const [reason, setReason] = useState<string>();

  function showError(error: unknown, action: SaveAction) {
    if (isSessionExpired(error)) return;
    let description = getServerMessage(error, 'Something went wrong. Please try again.');
    if (hasCustomErrorMessage) {
      setReason(getServerMessage(error, ''));
      description = `Failed to ${action} ${label.toLowerCase()}.`;
    }
    toast({ title: 'Error', description, tone: 'bad' });
  }

  function handleFailure(error: unknown, action: SaveAction) {
    const fieldErrors = Object.entries((error instanceof HttpError && error.body.fields) || {});
    const formErrors = fieldErrors.filter(([name]) => name in collection.fields);
    // The fields show these errors, so no toast is needed.
    if (formErrors.length > 0) onFieldErrors(formErrors);
    else showError(error, action);
  }

  async function createItem(input: Values) {
    const added = await resume(() => create.mutateAsync(input));
    toast({ title: `${label} created` });
    onSaved(added);
  }

  async function updateItem(input: Values, from: T): Promise<void> {
    const { id, updatedAt } = from;
    const values = pickChangedFields(from, input);
    try {
      const changed = await resume(() => update.mutateAsync({ id, values, version: updatedAt }));
      toast({ title: `${label} updated` });
      onSaved(changed);
    } catch (error) {
      if (hasStatus(error, 404)) setConflict({ kind: 'deleted', mine: input });
      else if (hasStatus(error, 412)) await resolveConflict(input, from);
      else throw error;
    }
  }

  /** Asks whose changes to keep. Saves at once if the others left the item's content unchanged. */
  async function resolveConflict(mine: Values, from: T): Promise<void> {
    const url = `${collectionKey(path).join('/')}/${from.id}`;
    try {
      const theirs = await request<T>(url);
      const found = findDifferences(from, mine, theirs);
      if (found.length > 0) setConflict({ kind: 'changed', mine, theirs, found });
      else await continueFrom(mergeChanges(from, mine, theirs), theirs);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      setConflict({ kind: 'deleted', mine });
    }
  }

  async function continueFrom(values: Values, theirs: T): Promise<void> {
    setBase(theirs);
    onMerged(values);
    await updateItem(values, theirs);
  }

  async function runSave(action: SaveAction, work: () => Promise<void>) {
    setBusy(true);
    setReason(undefined);
    setConflict(null);
    try {
      await work();
    } catch (error) {
      handleFailure(error, action);
    }
    setBusy(false);
  }

  return {
    base,
    busy,
    trouble: conflict,
    reason,
    save: (input: Values) =>
      base
        ? runSave('update', () => updateItem(input, base))
        : runSave('create', () => createItem(input)),
    settle(choices: Record<string, ConflictChoice>) {
      if (conflict?.kind !== 'changed' || !base) return;
      const { mine, theirs } = conflict;
      void runSave('update', () => continueFrom(mergeChanges(base, mine, theirs, choices), theirs));
    },
    /** Saves the form as a new item, because the old one was deleted. */
    saveAsNew() {
      if (conflict?.kind !== 'deleted') return;
      setBase(undefined);
      void runSave('create', () => createItem(conflict.mine));
    },
    dismissConflict: () => setConflict(null),
  };
}
