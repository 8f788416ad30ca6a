import { type FormEvent, useCallback, useMemo } from 'react';
import { useSetKeyboardShortcuts } from '../../../foundation/auth/admin/queries';
import { isSecretSetting, type SettingsForOwner } from '../../../foundation/environment/contract';
import type { SettingSection } from '../../../foundation/environment/settings-table';
import { toCheckedValues } from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { getRegion, setRegion } from '../../../lib/region';
import { useToast } from '../../../ui/toast/toast';
import { fetchSettings, updateSettings } from './queries';
import {
  buildLabels,
  collectSettingMessages,
  findSection,
  formatSettingValue,
  type LeadKind,
  toSettingValues,
  validateChanges,
} from './setting-values';

interface Options {
  settings: SettingsForOwner;
  leadKinds: readonly LeadKind[];
  /** Called after a save or a restore. */
  onSaved: () => void;
  /** Called when fields were rejected, so that they can be made visible. */
  onRejected: () => void;
}

/** Shows the times of the rest of the admin area in the saved time zone, without a reload. */
function applyTimeZone({ fields }: SettingsForOwner): void {
  const timeZone = fields.timeZone?.value;
  if (typeof timeZone === 'string') setRegion({ ...getRegion(), timeZone });
}

/** Manages the form of all settings, and shows restored ones in it. */
export function useSettingsForm({ settings, leadKinds, onSaved, onRejected }: Options) {
  const toValues = useCallback(
    (from: SettingsForOwner) => toSettingValues(from, leadKinds),
    [leadKinds],
  );
  const labels = useMemo(() => buildLabels(leadKinds), [leadKinds]);
  const setKeyboardShortcuts = useSetKeyboardShortcuts();
  const toast = useToast();
  const form = useVersionedForm({
    stored: settings,
    toValues,
    check: (values, base) => toCheckedValues(validateChanges(base, values), collectSettingMessages),
    save: (patch, { version }) => updateSettings(patch, version),
    load: fetchSettings,
    onSaved(saved, isEdited) {
      applyTimeZone(saved);
      setKeyboardShortcuts(saved.fields.keyboardShortcuts?.value !== false);
      toast({ title: 'Settings saved' });
      // The button that had the focus is gone.
      if (!isEdited) form.formRef.current?.focus({ preventScroll: true });
      onSaved();
    },
    onClose: () => form.discard(),
    onRejected,
    subject: 'these settings',
    labels,
    formatValue: formatSettingValue,
    isHidden: isSecretSetting,
    isAlwaysOpen: true,
  });

  /**
   * Shows a restored section. Changes in other sections stay in the form, and all changes if the
   * question whether to lose them was closed before the restore ended.
   */
  function showRestored(section: SettingSection, restored: SettingsForOwner, isAsking: boolean) {
    const names = Object.keys(form.state.values).filter(
      (name) => isAsking && findSection(name) === section,
    );
    form.showVersion(restored, Object.fromEntries(names.map((name) => [name, 'theirs'])));
    applyTimeZone(restored);
    onSaved();
  }

  return {
    ...form,
    labels,
    async submit(event: FormEvent) {
      if (form.changedFields.length === 0) event.preventDefault();
      else await form.submit(event);
    },
    showRestored,
  };
}
