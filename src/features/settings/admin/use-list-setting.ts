import { useId, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { ItemValues } from '../../../collection-kit/form/item-values';
import type { SettingName } from '../../../foundation/settings/contract';
import { useSettingsContext } from './SettingsContext';

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
