import { useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { getFieldErrors, getServerMessage, hasStatus, request } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { applyPending } from '../publication';
import { collectionKey } from '../queries';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from './item-conflict';
import type { ItemFormConfig } from './item-form-config';
import { pickChangedFields } from './item-values';
import { describePublication } from './publication-labels';
import { buildPublicationInput, type PublicationChoice } from './use-publication-choice';

type Values = Record<string, unknown>;
type SaveAction = 'create' | 'update';

/** Why an item could not be saved: someone else changed or deleted it while the form was open. */
type SaveConflict<T> =
  | { kind: 'changed'; mine: Values; theirs: T; differences: FieldDifference[] }
  | { kind: 'deleted'; mine: Values };

export interface ItemSaveOptions<T extends BaseItem> {
  publication: PublicationChoice;
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

/** Loads the changes that someone else has made to the item since `base`. */
async function loadConflict<T extends BaseItem>(
  path: string,
  mine: Values,
  base: T,
): Promise<SaveConflict<T>> {
  try {
    const theirs = await request<T>(`${collectionKey(path).join('/')}/${base.id}`);
    return {
      kind: 'changed',
      mine,
      theirs,
      differences: findDifferences(applyPending(base), mine, applyPending(theirs)),
    };
  } catch (error) {
    if (hasStatus(error, 404)) return { kind: 'deleted', mine };
    throw error;
  }
}

/** Runs a save, and shows its failure at the fields or in a toast. */
function useSaveRun<T extends BaseItem>({
  formConfig: { collection, hasCustomErrorMessage },
  onFieldErrors,
}: Pick<Options<T>, 'formConfig' | 'onFieldErrors'>) {
  const showError = useErrorToast();
  const [busy, setBusy] = useState(false);
  /** Reason for the last failure, if the toast does not show it. */
  const [reason, setReason] = useState<string>();

  function handleFailure(error: unknown, action: SaveAction) {
    const fieldErrors = Object.entries(getFieldErrors(error));
    const formErrors = fieldErrors.filter(([name]) => name in collection.fields);
    // The fields show these errors, so no toast is needed.
    if (formErrors.length > 0) return onFieldErrors(formErrors);
    if (!hasCustomErrorMessage) return showError(error);
    if (!isSessionExpired(error)) setReason(getServerMessage(error, ''));
    showError(error, `Failed to ${action} ${collection.label.toLowerCase()}.`);
  }

  async function run(action: SaveAction, work: () => Promise<void>) {
    setBusy(true);
    setReason(undefined);
    await work().catch((error: unknown) => handleFailure(error, action));
    setBusy(false);
  }

  return { busy, reason, run };
}

/**
 * Saves an item. Sends a new item as a whole, and the changed fields of an existing one with the
 * version that the changes are based on. Never overwrites another person's changes without asking.
 */
export function useItemSave<T extends BaseItem>(options: Options<T>) {
  const { item, publication, onSaved, onMerged } = options;
  const { create, update } = options.mutations;
  const { path, label } = options.formConfig.collection;
  const retryAfterSignIn = useSessionRecovery();
  const toast = useToast();
  /** The stored item that the form's changes are based on. */
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<SaveConflict<T> | null>(null);
  const { busy, reason, run } = useSaveRun(options);

  async function createItem(input: Values) {
    setConflict(null);
    const body = buildPublicationInput(undefined, input, publication);
    const added = await retryAfterSignIn(() => create.mutateAsync(body));
    toast({ title: `${label} created`, ...describePublication(added) });
    onSaved(added);
  }

  async function updateItem(input: Values, from: T): Promise<void> {
    setConflict(null);
    const { id, updatedAt } = from;
    const changes = pickChangedFields(applyPending(from), input);
    const values = buildPublicationInput(from, changes, publication);
    try {
      const changed = await retryAfterSignIn(() =>
        update.mutateAsync({ id, values, version: updatedAt }),
      );
      toast({ title: `${label} updated`, ...describePublication(changed) });
      onSaved(changed);
    } catch (error) {
      if (hasStatus(error, 404)) setConflict({ kind: 'deleted', mine: input });
      else if (hasStatus(error, 412)) await resolveConflict(input, from);
      else throw error;
    }
  }

  /** Asks whose changes to keep. Saves at once if the others left the item's content unchanged. */
  async function resolveConflict(mine: Values, from: T): Promise<void> {
    const found = await loadConflict(path, mine, from);
    if (found.kind === 'deleted' || found.differences.length > 0) return setConflict(found);
    await saveMerged(
      mergeChanges(applyPending(from), mine, applyPending(found.theirs)),
      found.theirs,
    );
  }

  /** Saves the values on top of the currently stored version. */
  async function saveMerged(values: Values, theirs: T): Promise<void> {
    setBase(theirs);
    onMerged(values);
    await updateItem(values, theirs);
  }

  return {
    base,
    busy,
    conflict,
    reason,
    save: (input: Values) =>
      base ? run('update', () => updateItem(input, base)) : run('create', () => createItem(input)),
    settle(choices: Record<string, ConflictChoice>) {
      if (conflict?.kind !== 'changed' || !base) return;
      const { mine, theirs } = conflict;
      void run('update', () =>
        saveMerged(mergeChanges(applyPending(base), mine, applyPending(theirs), choices), theirs),
      );
    },
    /** Saves the form as a new item, because the old one was deleted. */
    saveAsNew() {
      if (conflict?.kind !== 'deleted') return;
      setBase(undefined);
      void run('create', () => createItem(conflict.mine));
    },
    dismissConflict: () => setConflict(null),
  };
}

export type ItemSave<T extends BaseItem> = ReturnType<typeof useItemSave<T>>;
