import { type FormEvent, useCallback, useMemo, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type { SettingSection, SettingsForOwner } from '../../../foundation/environment/contract';
import { getRegion, setRegion } from '../../../lib/region';
import type { ItemValues } from '../../kit/form/item-values';
import { useErrorFocus } from '../../kit/form/use-error-focus';
import { usePendingUploads } from '../../kit/form/use-pending-uploads';
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
  const { formRef, focusFirstError } = useErrorFocus();
  const uploads = usePendingUploads();

  function reject() {
    onRejected();
    focusFirstError();
  }

  function continueFrom(from: SettingsForOwner, values: ItemValues) {
    setStored(from);
    hook.reset(values);
    const timeZone = from.fields.timeZone?.value;
    // The rest of the admin area shows times in it without a reload.
    if (typeof timeZone === 'string') setRegion({ ...getRegion(), timeZone });
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
    if (uploads.isUploading()) return;
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

  return {
    stored,
    changedFields,
    form: { hook, labels, onPendingChange: uploads.onPendingChange },
    formRef,
    saving,
    submit,
    discard: () => hook.reset(base),
    showRestored,
  };
}
