import { createContext, useContext } from 'react';
import type { ItemForm } from '../../../collection-kit/form/ItemFields';
import type { SettingsForOwner } from '../../../foundation/settings/contract';
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
