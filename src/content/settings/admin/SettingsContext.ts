import { createContext, useContext, useId, useRef } from 'react';
import type { SettingsForOwner } from '../../../foundation/environment/contract';
import type { SettingName } from '../../../foundation/environment/settings-table';
import type { ItemForm } from '../../kit/form/FormFields';
import type { LeadKind } from './setting-values';

interface SettingsContextValue {
  form: ItemForm;
  stored: SettingsForOwner;
  changedFields: readonly string[];
  leadKinds: readonly LeadKind[];
  /** The page with the availability for calls. */
  hoursHref: string;
  /** Whether the search finds a field. */
  isFound: (field: string) => boolean;
}

const SettingsContext = createContext<SettingsContextValue | null>(null);

export const SettingsProvider = SettingsContext.Provider;

/** Returns the state of the settings' form. */
export function useSettingsContext(): SettingsContextValue {
  const context = useContext(SettingsContext);
  if (!context) throw new Error('useSettingsContext is used outside of SettingsProvider');
  return context;
}

/** Manages a setting that is a list, to which entries are added. */
export function useListSetting<Entry>(name: SettingName) {
  const { form } = useSettingsContext();
  // The contract of the API, and the fields of the form, guarantee the type of the entries.
  const entries = (form.values[name] ?? []) as readonly Entry[];
  const set = (next: readonly Entry[]) => form.set({ [name]: next });
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  return {
    entries,
    label: form.labels[name],
    error: form.errors[name],
    id,
    errorId: `${id}-error`,
    addButton,
    add: (entry: Entry) => set([...entries, entry]),
    change: (index: number, entry: Entry) => set(entries.with(index, entry)),
    remove(index: number) {
      set(entries.toSpliced(index, 1));
      // The button that had the focus is gone.
      addButton.current?.focus();
    },
  };
}
