import { useState } from 'react';
import { isSameValue, pickChangedFields } from '../../../collection-kit/form/item-values';
import { buildPublicationInput } from '../../../collection-kit/form/publication-choice';
import { describePublication } from '../../../collection-kit/form/publication-labels';
import { useErrorFocus } from '../../../collection-kit/form/use-error-focus';
import { usePendingUploads } from '../../../collection-kit/form/use-pending-uploads';
import { usePublicationChoice } from '../../../collection-kit/form/use-publication-choice';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { collectFieldMessages } from '../../../lib/errors';
import { getServerMessage, hasStatus } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
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

/**
 * Manages the form of a block: values, errors, publication, and saving without overwriting others'
 * changes.
 */
export function useBlockForm({ page, block, stored, onSaved }: Options) {
  const [base, setBase] = useState(() => toBase(stored, block));
  const { value, errors, set, setErrors } = useBlockValue(base.value);
  /** Error of the save as a whole. */
  const [failure, setFailure] = useState<string>();
  const update = useUpdateBlock(page);
  const publication = usePublicationChoice(base.publication);
  const isChanged = publication.isChanged || !isSameValue(value, base.value);
  const retryAfterSignIn = useSessionRecovery(isChanged);
  const uploads = usePendingUploads();
  const toast = useToast();
  const { formRef, focusFirstError } = useErrorFocus();

  /** Continues from the block as someone else saved it. What was typed stays. */
  async function continueFromLatest(next: BlockValue | null): Promise<void> {
    const latest = await retryAfterSignIn(() => fetchPage(page));
    const theirs = toBase(latest, block);
    // Another block of the page has changed.
    if (isSameValue({ ...theirs, version: base.version }, base)) {
      return finish(await send(latest.version, next));
    }
    setBase(theirs);
    setFailure(
      'Someone else has saved this block in the meantime. Save again to replace their version; it stays in the history.',
    );
  }

  const send = (version: string, next: BlockValue | null) =>
    retryAfterSignIn(() => update.mutateAsync({ block, value: next, version }));

  function finish(saved: PageForOwner): void {
    onSaved(saved);
    toast({ title: 'Page saved', ...describePublication(saved.blocks[block] ?? {}) });
  }

  async function save(next: BlockValue | null): Promise<void> {
    setFailure(undefined);
    try {
      await send(base.version, next)
        .then(finish)
        .catch((error: unknown) => {
          if (hasStatus(error, 412)) return continueFromLatest(next);
          throw error;
        });
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
    const changes = pickChangedFields(base.value, checked.data);
    await save(buildPublicationInput(base.publication, changes, publication.choice));
  }

  return {
    form: { value, errors, set, onUploadingChange: uploads.onPendingChange },
    formRef,
    failure,
    busy: update.isPending,
    isChanged,
    publication,
    submit,
    /** Gives the block its default again. */
    reset: () => save(null),
    /** Deletes the pending values. */
    discardDraft: () => save({ pending: null }),
  };
}
