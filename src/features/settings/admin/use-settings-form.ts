import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type { ItemValues } from '../../../collection-kit/form/item-values';
import type { SettingSection, SettingsForOwner } from '../../../foundation/settings/contract';
import { useToast } from '../../../ui/toast';
import {
  buildLabels,
  collectSettingMessages,
  findSection,
  type LeadKind,
  listChangedFields,
  toSettingValues,
  validateChanges,
} from './setting-values';
import { mergeValues, useSettingsSave } from './use-settings-save';

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

const createResolver =
  (base: ItemValues): Resolver<ItemValues> =>
  (values) => {
    const { success, error } = validateChanges(base, values);
    if (success) return { values, errors: {} };
    const errors = [...collectSettingMessages(error.issues)].map(([name, message]) => [
      name,
      { type: 'contract', message },
    ]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };

/** Manages the form of all settings: values, validation errors, saving and restoring. */
export function useSettingsForm({ settings, leadKinds, onSaved, onRejected }: Options) {
  /** The stored settings that the form's changes are based on. */
  const [stored, setStored] = useState(settings);
  const toValues = useCallback(
    (from: SettingsForOwner) => toSettingValues(from, leadKinds),
    [leadKinds],
  );
  const base = useMemo(() => toValues(stored), [toValues, stored]);
  const labels = useMemo(() => buildLabels(leadKinds), [leadKinds]);
  const hook = useForm<ItemValues>({
    defaultValues: base,
    resolver: createResolver(base),
    shouldFocusError: false,
  });
  const changedFields = listChangedFields(base, hook.watch());
  const formRef = useRef<HTMLFormElement>(null);
  const [rejections, setRejections] = useState(0);
  /** Fields whose values are still being uploaded. */
  const pendingFields = useRef(new Set<string>());
  const toast = useToast();

  // After the message is rendered, so that a screen reader reads both the field and the message.
  useEffect(() => {
    if (rejections > 0) formRef.current?.querySelector<HTMLElement>(invalidSelector)?.focus();
  }, [rejections]);

  function reject() {
    onRejected();
    setRejections((count) => count + 1);
  }

  function continueFrom(from: SettingsForOwner, values: ItemValues) {
    setStored(from);
    hook.reset(values);
  }

  const saving = useSettingsSave({
    isChanged: changedFields.length > 0,
    toValues,
    getValues: hook.getValues,
    onContinue: continueFrom,
    onSaved() {
      // The button that had the focus is gone.
      formRef.current?.focus({ preventScroll: true });
      onSaved();
    },
    onFieldErrors(fieldErrors) {
      for (const [name, message] of fieldErrors) hook.setError(name, { type: 'server', message });
      reject();
    },
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.busy || changedFields.length === 0) return;
    if (pendingFields.current.size > 0) {
      toast({
        title: 'The picture is still uploading',
        description: 'Save again when the upload is done.',
      });
      return;
    }
    let isInvalid = false;
    const save = () => saving.save(hook.getValues(), stored);
    await hook.handleSubmit(save, () => {
      isInvalid = true;
    })(event);
    // Not inside the callback: the messages are rendered only after it.
    if (isInvalid) reject();
  }

  /** Shows a restored section. Changes in other sections stay in the form. */
  function showRestored(section: SettingSection, restored: SettingsForOwner) {
    const ofSection = Object.keys(base).filter((name) => findSection(name) === section);
    const choices = Object.fromEntries(ofSection.map((name) => [name, 'theirs' as const]));
    continueFrom(restored, mergeValues(base, hook.getValues(), toValues(restored), choices));
    onSaved();
  }

  function onPendingChange(name: string, isPending: boolean) {
    if (isPending) pendingFields.current.add(name);
    else pendingFields.current.delete(name);
  }

  return {
    stored,
    changedFields,
    form: { hook, labels, onPendingChange },
    formRef,
    saving,
    submit,
    discard: () => hook.reset(base),
    showRestored,
  };
}
