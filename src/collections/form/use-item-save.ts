import { useState } from 'react';
import { isSessionEnd } from '../../features/auth/admin-session';
import { useLastingSession } from '../../features/auth/SessionWatch';
import { HttpError, request, serverMessage } from '../../lib/http';
import { useToast } from '../../ui/toast';
import type { AnyItem } from '../collection';
import { useCollectionMutations } from '../collection-mutations';
import { collectionKey } from '../collection-queries';
import type { CollectionPath } from '../index';
import { type Choice, type Difference, differences, merged } from './item-conflict';
import type { ItemParts } from './item-forms';
import { changedFields } from './item-values';

type Values = Record<string, unknown>;
type Verb = 'create' | 'update';

/** Why an item that was open in a form could not be saved as it stands. */
export type Trouble =
  | { kind: 'changed'; mine: Values; theirs: AnyItem; found: Difference[] }
  | { kind: 'deleted'; mine: Values };

interface Options {
  path: CollectionPath;
  parts: ItemParts;
  item: AnyItem | undefined;
  onSaved: (item: AnyItem) => void;
  /** The server found these fields wrong. */
  onFaults: (faults: [name: string, message: string][]) => void;
  /** What the form holds has to become this: somebody else's values went into it. */
  onMerged: (values: Values) => void;
}

const isStatus = (error: unknown, status: number) =>
  error instanceof HttpError && error.status === status;

/**
 * Saves an item: a new one as a whole, an old one's changed fields against the version that they
 * were made from. Nothing that someone else saved meanwhile is overwritten unasked.
 */
export function useItemSave({ path, parts, item, onSaved, onFaults, onMerged }: Options) {
  const { collection, hasOwnFailure } = parts;
  const { label } = collection;
  const { create, update } = useCollectionMutations(path);
  const resume = useLastingSession();
  const toast = useToast();
  /** The stored item that the form's changes are made to. */
  const [base, setBase] = useState(item);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** Why the last try failed, where the toast does not say it. */
  const [reason, setReason] = useState<string>();

  function tell(error: unknown, verb: Verb) {
    if (isSessionEnd(error)) return;
    let description = serverMessage(error, 'Something went wrong. Please try again.');
    if (hasOwnFailure) {
      setReason(serverMessage(error, ''));
      description = `Failed to ${verb} ${label.toLowerCase()}.`;
    }
    toast({ title: 'Error', description, tone: 'bad' });
  }

  function onFailure(error: unknown, verb: Verb) {
    const faults = Object.entries((error instanceof HttpError && error.body.fields) || {});
    const known = faults.filter(([name]) => name in collection.fields);
    // Shown by their fields, and nowhere else.
    if (known.length > 0) onFaults(known);
    else tell(error, verb);
  }

  async function add(input: Values) {
    const added = await resume(() => create.mutateAsync(input));
    toast({ title: `${label} created` });
    onSaved(added);
  }

  async function change(input: Values, from: AnyItem): Promise<void> {
    const { id, updatedAt } = from;
    const values = changedFields(from, input);
    try {
      const changed = await resume(() =>
        update.mutateAsync({ id, values, version: String(updatedAt) }),
      );
      toast({ title: `${label} updated` });
      onSaved(changed);
    } catch (error) {
      if (isStatus(error, 404)) setTrouble({ kind: 'deleted', mine: input });
      else if (isStatus(error, 412)) await compare(input, from);
      else throw error;
    }
  }

  /** Asks whose changes to keep; saves at once when the other's do not touch the item's content. */
  async function compare(mine: Values, from: AnyItem): Promise<void> {
    const address = `${collectionKey(path).join('/')}/${from.id}`;
    try {
      const theirs = await request<AnyItem>(address);
      const found = differences(from, mine, theirs);
      if (found.length > 0) setTrouble({ kind: 'changed', mine, theirs, found });
      else await adopt(merged(from, mine, theirs), theirs);
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
      setTrouble({ kind: 'deleted', mine });
    }
  }

  /** Goes on from the version that is stored now. */
  async function adopt(values: Values, theirs: AnyItem): Promise<void> {
    setBase(theirs);
    onMerged(values);
    await change(values, theirs);
  }

  async function run(verb: Verb, work: () => Promise<void>) {
    setBusy(true);
    setReason(undefined);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      onFailure(error, verb);
    }
    setBusy(false);
  }

  return {
    base,
    busy,
    trouble,
    reason,
    save: (input: Values) =>
      base ? run('update', () => change(input, base)) : run('create', () => add(input)),
    /** Saves what was chosen, field by field, in place of what the other saved. */
    settle(choices: Record<string, Choice>) {
      if (trouble?.kind !== 'changed' || !base) return;
      const { mine, theirs } = trouble;
      void run('update', () => adopt(merged(base, mine, theirs, choices), theirs));
    },
    /** Saves what was typed as a new item, since the old one is gone. */
    saveAsNew() {
      if (trouble?.kind !== 'deleted') return;
      setBase(undefined);
      void run('create', () => add(trouble.mine));
    },
    /** Back to the form, with nothing saved. */
    dropTrouble: () => setTrouble(null),
  };
}
