import { useState } from 'react';
import type { CollectionPath } from '../../features/collections';
import type { ItemFormConfig } from '../../features/item-forms';
import { isSessionExpired } from '../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../foundation/auth/admin/SessionProvider';
import { getServerMessage, HttpError, request } from '../../lib/http-client';
import { useToast } from '../../ui/toast';
import type { AnyItem } from '../define-collection';
import { useCollectionMutations } from '../mutations';
import { collectionKey } from '../queries';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from './item-conflict';
import { pickChangedFields } from './item-values';

type Values = Record<string, unknown>;
type SaveAction = 'create' | 'update';

/** Why an item that was open in a form could not be saved as it stands. */
export type SaveConflict =
  | { kind: 'changed'; mine: Values; theirs: AnyItem; found: FieldDifference[] }
  | { kind: 'deleted'; mine: Values };

interface Options {
  path: CollectionPath;
  formConfig: ItemFormConfig;
  item: AnyItem | undefined;
  onSaved: (item: AnyItem) => void;
  /** The server found these fields wrong. */
  onFieldErrors: (fieldErrors: [name: string, message: string][]) => void;
  /** What the form holds has to become this: somebody else's values went into it. */
  onMerged: (values: Values) => void;
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof HttpError && error.status === status;

/**
 * Saves an item: a new one as a whole, an old one's changed fields against the version that they
 * were made from. Nothing that someone else saved meanwhile is overwritten unasked.
 */
export function useItemSave({ path, formConfig, item, onSaved, onFieldErrors, onMerged }: Options) {
  const { collection, hasCustomErrorMessage } = formConfig;
  const { label } = collection;
  const { create, update } = useCollectionMutations(path);
  const resume = useSessionRecovery();
  const toast = useToast();
  /** The stored item that the form's changes are made to. */
  const [base, setBase] = useState(item);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  /** Why the last try failed, where the toast does not say it. */
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
    // Shown by their fields, and nowhere else.
    if (formErrors.length > 0) onFieldErrors(formErrors);
    else showError(error, action);
  }

  async function createItem(input: Values) {
    const added = await resume(() => create.mutateAsync(input));
    toast({ title: `${label} created` });
    onSaved(added);
  }

  async function updateItem(input: Values, from: AnyItem): Promise<void> {
    const { id, updatedAt } = from;
    const values = pickChangedFields(from, input);
    try {
      const changed = await resume(() =>
        update.mutateAsync({ id, values, version: String(updatedAt) }),
      );
      toast({ title: `${label} updated` });
      onSaved(changed);
    } catch (error) {
      if (hasStatus(error, 404)) setConflict({ kind: 'deleted', mine: input });
      else if (hasStatus(error, 412)) await resolveConflict(input, from);
      else throw error;
    }
  }

  /** Asks whose changes to keep; saves at once when the other's do not touch the item's content. */
  async function resolveConflict(mine: Values, from: AnyItem): Promise<void> {
    const url = `${collectionKey(path).join('/')}/${from.id}`;
    try {
      const theirs = await request<AnyItem>(url);
      const fieldDifferences = findDifferences(from, mine, theirs);
      if (fieldDifferences.length > 0)
        setConflict({ kind: 'changed', mine, theirs, found: fieldDifferences });
      else await continueFrom(mergeChanges(from, mine, theirs), theirs);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      setConflict({ kind: 'deleted', mine });
    }
  }

  /** Goes on from the version that is stored now. */
  async function continueFrom(values: Values, theirs: AnyItem): Promise<void> {
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
    /** Saves what was chosen, field by field, in place of what the other saved. */
    settle(choices: Record<string, ConflictChoice>) {
      if (conflict?.kind !== 'changed' || !base) return;
      const { mine, theirs } = conflict;
      void runSave('update', () => continueFrom(mergeChanges(base, mine, theirs, choices), theirs));
    },
    /** Saves what was typed as a new item, since the old one is gone. */
    saveAsNew() {
      if (conflict?.kind !== 'deleted') return;
      setBase(undefined);
      void runSave('create', () => createItem(conflict.mine));
    },
    /** Back to the form, with nothing saved. */
    dismissConflict: () => setConflict(null),
  };
}
