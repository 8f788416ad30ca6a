import { createContext, useContext, useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { SettingName, SettingsForOwner } from '../../../foundation/environment/contract';
import type { ItemForm } from '../../kit/form/ItemFields';
import type { ItemValues } from '../../kit/form/item-values';
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

/** Manages a setting that is a list of texts, to which entries are added. */
export function useListSetting(name: SettingName) {
  const { form } = useSettingsContext();
  const { field } = useController<ItemValues>({ control: form.hook.control, name });
  const entries = Array.isArray(field.value) ? field.value : [];
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  return {
    entries,
    label: form.labels[name],
    error: form.hook.formState.errors[name]?.message,
    id,
    errorId: `${id}-error`,
    addButton,
    onBlur: field.onBlur,
    add: (entry: string) => field.onChange([...entries, entry]),
    change: (index: number, entry: string) => field.onChange(entries.with(index, entry)),
    remove(index: number) {
      field.onChange(entries.toSpliced(index, 1));
      // The button that had the focus is gone.
      addButton.current?.focus();
    },
  };
}
