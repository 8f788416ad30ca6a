import { type FormEvent, type ReactNode, useState } from 'react';
import { getFieldErrors, hasStatus } from '../../lib/network/http-client';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useUnsavedDialog } from '../../ui/dialog/use-unsaved-dialog';
import { isSessionExpired } from '../auth/admin/queries';
import { useErrorToast, useSessionRecovery } from '../auth/admin/SessionProvider';
import { useErrorFocus } from '../auth/admin/use-form-submit';
import { ConflictDialog } from './ConflictDialog';
import {
  type CheckedValues,
  type ConflictChoice,
  type FieldDifference,
  type FormState,
  type FormValues,
  findDifferences,
  listChangedFields,
  mergeChanges,
  useFormValues,
  usePendingUploads,
} from './form-state';

/** @param isEdited whether the form has changed since, and must stay open: that is not saved yet */
type OnSaved<Stored> = (saved: Stored, isEdited: boolean) => void;

/** The part of a form that chooses when visitors see what it saves (`usePublicationChoice`). */
interface PublicationPart<Stored> {
  isChanged: boolean;
  validate(): boolean;
  markSent(): void;
  isRechosen(): boolean;
  hide(): void;
  findDifferences(from: Stored, theirs: Stored): FieldDifference[];
  merge(from: Stored, theirs: Stored, choices?: Record<string, ConflictChoice>): void;
}

interface Options<Stored, V extends FormValues, Input> {
  /** The stored document when the form is opened. Later ones follow from saves and conflicts. */
  stored: Stored;
  toValues: (stored: Stored) => V;
  check: (values: V, base: V) => CheckedValues<Input>;
  /** Stores a change of a version; the server responds with 412 if there is another one. */
  save: (input: Input, base: Stored) => Promise<Stored>;
  /** Loads the document as it is stored now, after a conflict. */
  load: (base: Stored) => Promise<Stored>;
  onSaved: OnSaved<Stored>;
  /** Closes the form. Called when there are no changes, or when the owner discards them. */
  onClose: () => void;
  /** Called when fields were rejected, so that they can be made visible. */
  onRejected?: (values: V) => void;
  /** Shows why a save failed, unless fields show it. By default in a toast. */
  onFailure?: (error: unknown) => void;
  /** The document as a phrase for a sentence: "this talent". */
  subject: string;
  labels: Record<string, string>;
  /** Formats a value in the dialog about a conflict; undefined for the default format. */
  formatValue?: (name: string, value: unknown) => string | undefined;
  /** Returns whether no dialog may show a field, such as a secret. */
  isHidden?: (name: string) => boolean;
  /** When visitors see what the form saves. */
  publication?: PublicationPart<Stored>;
  /** For documents that someone else may delete: how to save the form as a new one. */
  renewal?: { noun: string; base: Stored };
  /** For a form that is always on its page: an unchanged one needs no sign-in dialog. */
  isAlwaysOpen?: boolean;
}

/** Someone else changed or deleted the document while the form was open, as a save found out. */
type Conflict<Stored, V> = { mine: V; onSaved: OnSaved<Stored> } & (
  | { kind: 'changed'; from: Stored; theirs: Stored; differences: FieldDifference[] }
  | { kind: 'deleted' }
);

/**
 * Manages a form that edits a stored document: values, errors, leaving, and saving with the version
 * that the changes are based on. Never overwrites another person's changes without asking.
 */
export function useVersionedForm<Stored, V extends FormValues, Input>(
  options: Options<Stored, V, Input>,
) {
  const { toValues, check, publication, renewal } = options;
  const [stored, setStored] = useState(options.stored);
  const base = toValues(stored);
  const fields = useFormValues(base, (values) => check(values, base).errors);
  const { values, latest } = fields;
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Stored, V> | null>(null);
  /** Fields that both changed, of a version that is shown: the next save asks about them. */
  const [undecided, setUndecided] = useState<readonly string[]>([]);
  const changedFields = listChangedFields(base, values);
  const isChanged = changedFields.length > 0 || publication?.isChanged === true;
  const retryAfterSignIn = useSessionRecovery(!options.isAlwaysOpen || isChanged);
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, options.onClose);
  const { formRef, focusFirstError } = useErrorFocus();
  const uploads = usePendingUploads();
  const showError = useErrorToast();
  /** Why the last request failed, where the form says it and not only a toast. */
  const [failure, setFailure] = useState<string>();

  function reject(): void {
    options.onRejected?.(latest.current);
    focusFirstError();
  }

  /** Continues from another stored version. */
  function continueFrom(theirs: Stored, merged: V, undecidedNames: readonly string[] = []): void {
    setStored(theirs);
    fields.replace(merged);
    setUndecided(undecidedNames);
  }

  /** Lists the undecided fields that still differ from the stored version. */
  function listUndecided(mine: V): FieldDifference[] {
    return listChangedFields(base, mine)
      .filter((name) => undecided.includes(name))
      .map((name) => ({ name, mine: mine[name], theirs: base[name] }));
  }

  async function send(mine: V, from: Stored, onSaved: OnSaved<Stored>): Promise<void> {
    const { input, errors } = check(mine, toValues(from));
    // Merged values may be valid only apart.
    if (errors) return reject();
    publication?.markSent();
    try {
      const saved = await retryAfterSignIn(() => options.save(input, from));
      const isEdited =
        listChangedFields(mine, latest.current).length > 0 || publication?.isRechosen() === true;
      // Keep what was typed while the request was in flight. It is not saved yet.
      continueFrom(saved, mergeChanges(mine, latest.current, toValues(saved)));
      fields.showErrors(false);
      onSaved(saved, isEdited);
    } catch (error) {
      if (!hasStatus(error, 412)) return offerRenewal(error, from, onSaved);
      await resolveConflict(mine, from, onSaved).catch((failure: unknown) =>
        offerRenewal(failure, from, onSaved),
      );
    }
  }

  /** Asks whether to save the form as a new document if the stored one is gone. */
  function offerRenewal(error: unknown, from: Stored, onSaved: OnSaved<Stored>): void {
    // For a new document, the 404 is about what it belongs to: the lead of a proposal.
    if (!renewal || from === renewal.base || !hasStatus(error, 404)) throw error;
    setConflict({ kind: 'deleted', mine: latest.current, onSaved });
  }

  /** Asks whose values to keep of fields that both changed. Saves at once without any. */
  async function resolveConflict(mine: V, from: Stored, onSaved: OnSaved<Stored>): Promise<void> {
    const theirs = await retryAfterSignIn(() => options.load(from));
    // Also of those that were typed since, which would later be saved on top of theirs.
    const now = latest.current;
    const differences = [
      ...findDifferences(toValues(from), now, toValues(theirs)),
      ...(publication?.findDifferences(from, theirs) ?? []),
    ].filter(({ name }) => !options.isHidden?.(name));
    if (differences.length > 0) {
      setConflict({ kind: 'changed', mine: now, from, theirs, differences, onSaved });
    } else await sendMerged(mine, from, theirs, onSaved);
  }

  /** Saves the values on top of the version that is stored now. */
  async function sendMerged(
    mine: V,
    from: Stored,
    theirs: Stored,
    onSaved: OnSaved<Stored>,
    choices?: Record<string, ConflictChoice>,
  ): Promise<void> {
    const merged = mergeChanges(toValues(from), mine, toValues(theirs), choices);
    continueFrom(theirs, mergeChanges(mine, latest.current, merged));
    publication?.merge(from, theirs, choices);
    await send(merged, theirs, onSaved);
  }

  function handleFailure(error: unknown): void {
    const rejected = Object.entries(getFieldErrors(error));
    const shown = rejected.filter(([name]) => name in latest.current);
    if (shown.length > 0) {
      fields.setServerErrors(Object.fromEntries(shown));
      reject();
    } else if (options.onFailure && !isSessionExpired(error)) options.onFailure(error);
    // A field that this form does not have can be named only in the toast.
    else showError(error, rejected[0]?.[1]);
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setConflict(null);
    await work().catch(handleFailure);
    setBusy(false);
  }

  /** Saves the form. @param onSaved instead of that of the options, which usually closes the form */
  async function submit(event?: FormEvent, onSaved = options.onSaved): Promise<void> {
    event?.preventDefault();
    setFailure(undefined);
    if (busy || uploads.isUploading()) return;
    fields.showErrors(true);
    const isTimeValid = publication?.validate() ?? true;
    const mine = latest.current;
    const differences = listUndecided(mine);
    if (check(mine, base).errors || !isTimeValid) reject();
    else if (differences.length > 0) {
      // The version that is shown is theirs already: every other field is as the owner sees it.
      const shown = { from: stored, theirs: stored };
      setConflict({ kind: 'changed', mine, ...shown, differences, onSaved });
    } else await run(() => send(mine, stored, onSaved));
  }

  function renderConflict(): ReactNode {
    if (conflict?.kind === 'changed') {
      const { mine, from, theirs, differences, onSaved } = conflict;
      return (
        <ConflictDialog
          subject={options.subject}
          labels={options.labels}
          differences={differences}
          formatValue={options.formatValue}
          onSave={(choices) => void run(() => sendMerged(mine, from, theirs, onSaved, choices))}
          onClose={() => setConflict(null)}
        />
      );
    }
    if (!conflict || !renewal) return null;
    const { noun } = renewal;
    return (
      <ConfirmDialog
        open
        title={`This ${noun} is deleted`}
        description={`Someone else deleted this ${noun} in the meantime. Your text is still here: you can save it as a new ${noun}.`}
        cancelLabel="Back to the form"
        confirmLabel={`Save as new ${noun}`}
        onConfirm={() => {
          setStored(renewal.base);
          void run(() => send(conflict.mine, renewal.base, conflict.onSaved));
        }}
        onCancel={() => setConflict(null)}
      />
    );
  }

  const state: FormState<V> = {
    values,
    base,
    errors: fields.errors,
    set: fields.set,
    onPendingChange: uploads.onPendingChange,
  };
  return {
    state,
    stored,
    formRef,
    busy,
    changedFields,
    isChanged,
    submit,
    /**
     * Saves a draft, and leaves the form open.
     * @param onDraft called with what is stored, even if that is only after a choice between versions
     */
    saveDraft(onDraft: (draft: Stored) => void): Promise<void> {
      publication?.hide();
      return submit(undefined, (saved) => {
        options.onSaved(saved, true);
        onDraft(saved);
      });
    },
    failure,
    setFailure,
    close,
    /** The dialogs about unsaved changes and conflicts, to render beside the form. */
    dialogs: (
      <>
        {renderConflict()}
        {unsavedDialog}
      </>
    ),
    /** Runs another change of the document, with the failures of a save. */
    run(work: (retry: typeof retryAfterSignIn) => Promise<void>) {
      setFailure(undefined);
      return run(() => work(retryAfterSignIn));
    },
    /**
     * Shows another stored version. Own changes stay, except where `choices` says otherwise. The next
     * save asks about those that the other version would lose, unless it is the owner's own change.
     */
    showVersion(
      theirs: Stored,
      choices: Record<string, ConflictChoice> = {},
      { isOwnChange = false } = {},
    ) {
      fields.showErrors(false);
      const mine = latest.current;
      const values = toValues(theirs);
      const differing = isOwnChange ? [] : findDifferences(base, mine, values);
      const undecidedNames = [...undecided, ...differing.map(({ name }) => name)].filter(
        (name) => !choices[name] && !options.isHidden?.(name),
      );
      continueFrom(theirs, mergeChanges(base, mine, values, choices), undecidedNames);
      publication?.merge(stored, theirs, choices);
    },
    discard: () => {
      fields.showErrors(false);
      continueFrom(stored, base);
    },
  };
}
