import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type ConflictChoice,
  type FieldDifference,
  findDifferences,
  mergeChanges,
} from '../../../collection-kit/form/item-conflict';
import type { ItemValues } from '../../../collection-kit/form/item-values';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import type { SettingSection, SettingsForOwner } from '../../../foundation/settings/contract';
import { getServerMessage, HttpError } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import { fetchSettings, useUpdateSettings } from './queries';
import {
  buildLabels,
  collectSettingMessages,
  findSection,
  type LeadKind,
  listChangedFields,
  omitSecrets,
  toSettingValues,
  validateChanges,
} from './setting-values';

/** Someone else saved settings while the form was open. */
interface Conflict {
  theirs: SettingsForOwner;
  differences: FieldDifference[];
}

interface Options {
  settings: SettingsForOwner;
  leadKinds: readonly LeadKind[];
  /** Called after a save or a restore. */
  onSaved: () => void;
  /** Called when fields were rejected, so that they can be made visible. */
  onRejected: () => void;
}

/** Selects an invalid control, or the message of a field that is not a form control itself. */
const invalidSelector = '[aria-invalid], [data-invalid]';

/**
 * Manages the form of all settings. Sends only the changed ones, with the version that the changes
 * are based on, and never overwrites another person's changes without asking. Long, because each
 * step shares the state of the save.
 */
export function useSettingsForm({ settings, leadKinds, onSaved, onRejected }: Options) {
  /** The stored settings that the form's changes are based on. */
  const [stored, setStored] = useState(settings);
  const base = useMemo(() => toSettingValues(stored, leadKinds), [stored, leadKinds]);
  const hook = useForm<ItemValues>({
    defaultValues: base,
    shouldFocusError: false,
    resolver(values) {
      const { success, error } = validateChanges(base, values);
      if (success) return { values, errors: {} };
      const messages = [...collectSettingMessages(error.issues)];
      return {
        values: {},
        errors: Object.fromEntries(
          messages.map(([name, message]) => [name, { type: 'contract', message }]),
        ),
      };
    },
  });
  const values = hook.watch();
  const changedFields = listChangedFields(base, values);
  const formRef = useRef<HTMLFormElement>(null);
  const update = useUpdateSettings();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [rejections, setRejections] = useState(0);
  const resume = useSessionRecovery(changedFields.length > 0);
  const toast = useToast();
  const pendingFields = useRef(new Set<string>());

  // After the message is rendered, so that a screen reader reads both the field and the message.
  useEffect(() => {
    if (rejections > 0) formRef.current?.querySelector<HTMLElement>(invalidSelector)?.focus();
  }, [rejections]);

  function reject() {
    onRejected();
    setRejections((count) => count + 1);
  }

  /** Continues from other stored settings, with the given form values. */
  function continueFrom(theirs: SettingsForOwner, next: Record<string, unknown>) {
    setStored(theirs);
    // All values come from the form or from `toSettingValues`.
    hook.reset(next as ItemValues);
  }

  function showFailure(error: unknown) {
    if (isSessionExpired(error)) return;
    const fields = (error instanceof HttpError && error.body.fields) || {};
    const shown = Object.entries(fields).filter(([name]) => name in base);
    for (const [name, message] of shown) hook.setError(name, { type: 'server', message });
    if (shown.length > 0) {
      reject();
      return;
    }
    const description =
      Object.values(fields)[0] ??
      getServerMessage(error, 'Something went wrong. Please try again.');
    toast({ title: 'Not saved', description, tone: 'bad' });
  }

  async function send(sent: ItemValues, from: SettingsForOwner): Promise<void> {
    const fromValues = toSettingValues(from, leadKinds);
    const { success, data } = validateChanges(fromValues, sent);
    if (!success) return;
    try {
      const saved = await resume(() => update.mutateAsync({ patch: data, version: from.version }));
      // Keep what was typed while the request was in flight. It is not saved yet.
      continueFrom(saved, mergeChanges(sent, hook.getValues(), toSettingValues(saved, leadKinds)));
      toast({ title: 'Settings saved' });
      // The button that had the focus is gone.
      formRef.current?.focus({ preventScroll: true });
      onSaved();
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 412)) throw error;
      await resolveConflict(sent, fromValues);
    }
  }

  /** Asks whose changes to keep. Saves at once if the others left these values unchanged. */
  async function resolveConflict(mine: ItemValues, from: ItemValues): Promise<void> {
    const theirs = await fetchSettings();
    const differences = findDifferences(
      omitSecrets(from),
      omitSecrets(mine),
      omitSecrets(toSettingValues(theirs, leadKinds)),
    );
    if (differences.length > 0) setConflict({ theirs, differences });
    else await sendMerged(mine, theirs);
  }

  async function sendMerged(
    mine: ItemValues,
    theirs: SettingsForOwner,
    choices: Record<string, ConflictChoice> = {},
  ): Promise<void> {
    const merged = mergeChanges(base, mine, toSettingValues(theirs, leadKinds), choices);
    continueFrom(theirs, merged);
    await send(merged as ItemValues, theirs);
  }

  async function run(save: () => Promise<void>): Promise<void> {
    setBusy(true);
    setConflict(null);
    try {
      await save();
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || changedFields.length === 0) return;
    if (pendingFields.current.size > 0) {
      toast({
        title: 'The picture is still uploading',
        description: 'Save again when the upload is done.',
      });
      return;
    }
    let isInvalid = false;
    await hook.handleSubmit(
      () => run(() => send(hook.getValues(), stored)),
      () => {
        isInvalid = true;
      },
    )(event);
    // Not inside the callback: the messages are rendered only after it.
    if (isInvalid) reject();
  }

  return {
    stored,
    changedFields,
    formRef,
    submit,
    busy,
    form: {
      hook,
      labels: useMemo(() => buildLabels(leadKinds), [leadKinds]),
      onPendingChange(name: string, isPending: boolean) {
        if (isPending) pendingFields.current.add(name);
        else pendingFields.current.delete(name);
      },
    },
    discard: () => hook.reset(base),
    /** Shows a restored section. Changes in other sections stay in the form. */
    showRestored(section: SettingSection, restored: SettingsForOwner) {
      const choices = Object.fromEntries(
        Object.keys(base)
          .filter((name) => findSection(name) === section)
          .map((name) => [name, 'theirs'] as const),
      );
      continueFrom(
        restored,
        mergeChanges(base, hook.getValues(), toSettingValues(restored, leadKinds), choices),
      );
      onSaved();
    },
    conflict,
    settle: (choices: Record<string, ConflictChoice>) =>
      conflict && void run(() => sendMerged(hook.getValues(), conflict.theirs, choices)),
    dismissConflict: () => setConflict(null),
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
