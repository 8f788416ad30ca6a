import { useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { collectFieldMessages } from '../../../lib/errors';
import { getServerMessage, hasStatus } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from '../../kit/form/item-conflict';
import { isSameValue, pickChangedFields } from '../../kit/form/item-values';
import { describePublication } from '../../kit/form/publication-labels';
import { useErrorFocus } from '../../kit/form/use-error-focus';
import { usePendingUploads } from '../../kit/form/use-pending-uploads';
import { buildPublicationInput, usePublicationChoice } from '../../kit/form/use-publication-choice';
import { type BlockValue, getSchemas, type PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { fetchPage, useUpdateBlock } from './queries';

interface Options {
  page: PageName;
  block: string;
  stored: PageForOwner;
  onSaved: (stored: PageForOwner) => void;
}

/** The typed values and their errors. A changed field loses its error. */
function useBlockValue(initial: BlockValue) {
  const [value, setValue] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  function set(change: BlockValue): void {
    setValue((current) => ({ ...current, ...change }));
    setErrors((current) =>
      Object.fromEntries(Object.entries(current).filter(([name]) => !(name in change))),
    );
  }
  return { value, errors, set, setErrors };
}

/** Returns the stored block with its pending values, which the form's changes are based on. */
function toBase({ version, blocks }: PageForOwner, block: string) {
  const { value = {}, publishAt, unpublishAt, pending } = blocks[block] ?? {};
  return {
    version,
    value: { ...value, ...pending },
    publication: { state: 'published' as const, publishAt, unpublishAt, pending },
  };
}

type Base = ReturnType<typeof toBase>;

/** Someone else saved the block while the form was open. */
interface Conflict {
  mine: BlockValue;
  /** The block that mine is based on. */
  from: Base;
  theirs: Base;
  differences: FieldDifference[];
}

/**
 * Manages the form of a block: values, errors, publication, and saving. Never overwrites another
 * person's changes without asking.
 */
export function useBlockForm({ page, block, stored, onSaved }: Options) {
  const [base, setBase] = useState(() => toBase(stored, block));
  const { value, errors, set, setErrors } = useBlockValue(base.value);
  /** Error of the save as a whole. */
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const update = useUpdateBlock(page);
  const publication = usePublicationChoice(base.publication);
  const isChanged = publication.isChanged || !isSameValue(value, base.value);
  const retryAfterSignIn = useSessionRecovery(isChanged);
  const uploads = usePendingUploads();
  const toast = useToast();
  const { formRef, focusFirstError } = useErrorFocus();

  /** @returns whether it was saved; not if another block or person changed the page before */
  async function send(next: BlockValue | null, { version }: Base): Promise<boolean> {
    try {
      const saved = await retryAfterSignIn(() =>
        update.mutateAsync({ block, value: next, version }),
      );
      onSaved(saved);
      toast({ title: 'Page saved', ...describePublication(saved.blocks[block] ?? {}) });
      return true;
    } catch (error) {
      if (hasStatus(error, 412)) return false;
      throw error;
    }
  }

  const fetchLatest = async () => toBase(await retryAfterSignIn(() => fetchPage(page)), block);

  /** Continues from the block as someone else saved it. */
  function continueFrom(theirs: Base, merged: BlockValue): void {
    setBase(theirs);
    set(merged);
  }

  async function saveValue(mine: BlockValue, from: Base): Promise<void> {
    const changes = pickChangedFields(from.value, mine);
    if (await send(buildPublicationInput(from.publication, changes, publication.choice), from)) {
      return;
    }
    const theirs = await fetchLatest();
    const differences = findDifferences(from.value, mine, theirs.value);
    const found = { mine, from, theirs, differences };
    if (differences.length > 0) setConflict(found);
    else await saveMerged(found);
  }

  async function saveMerged(
    { mine, from, theirs }: Conflict,
    choices?: Record<string, ConflictChoice>,
  ): Promise<void> {
    const merged = mergeChanges(from.value, mine, theirs.value, choices);
    continueFrom(theirs, merged);
    await saveValue(merged, theirs);
  }

  /** Resets the block, unless someone else has changed it in the meantime. */
  async function discard(next: BlockValue | null): Promise<void> {
    if (await send(next, base)) return;
    const theirs = await fetchLatest();
    // Another block of the page has changed.
    if (isSameValue({ ...theirs, version: base.version }, base)) {
      if (await send(next, theirs)) return;
    }
    continueFrom(theirs, mergeChanges(base.value, value, theirs.value));
    setFailure(
      'Someone else has saved this block in the meantime. The form shows their version; nothing was replaced.',
    );
  }

  async function run(save: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    setConflict(null);
    try {
      await save();
    } catch (error) {
      if (isSessionExpired(error)) return;
      setFailure(getServerMessage(error, 'Something went wrong. Please try again.'));
    }
  }

  async function submit(): Promise<void> {
    if (update.isPending || uploads.isUploading()) return;
    const checked = getSchemas(page)[block]?.safeParse(value);
    if (!checked?.success) {
      setErrors(collectFieldMessages(checked?.error.issues ?? []));
      focusFirstError();
      return;
    }
    if (!publication.validate()) return focusFirstError();
    await run(() => saveValue(checked.data, base));
  }

  return {
    form: { value, errors, set, onUploadingChange: uploads.onPendingChange },
    formRef,
    failure,
    busy: update.isPending,
    isChanged,
    publication,
    submit,
    conflict,
    settle: (choices: Record<string, ConflictChoice>) => {
      if (conflict) void run(() => saveMerged(conflict, choices));
    },
    dismissConflict: () => setConflict(null),
    /** Gives the block its default again. */
    reset: () => run(() => discard(null)),
    /** Deletes the pending values. */
    discardDraft: () => run(() => discard({ pending: null })),
  };
}
