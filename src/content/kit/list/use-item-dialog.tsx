import { type ReactNode, useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { loadCode } from '../../../lib/browser/release-reload';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import type { BaseItem } from '../define-collection';
import type { ItemDialogProps } from '../form/ItemDialog';
import type { ItemFormConfig } from '../form/use-item-form';

/** Loads the module of a collection's form. */
export type LoadItemForm<T extends BaseItem> = () => Promise<{ default: ItemFormConfig<T> }>;

type FormProps<T extends BaseItem> = Omit<ItemDialogProps<T>, 'formConfig' | 'item'>;

/**
 * Manages the dialog with a collection's form. Loads its code when the owner is about to open it.
 * @param loadForm loads the collection's form configuration
 * @param onSaved called with the stored item, and whether it is new
 */
export function useItemDialog<T extends BaseItem>(
  loadForm: LoadItemForm<T>,
  mutations: FormProps<T>['mutations'],
  onSaved: (item: T, isNew: boolean) => void,
): { isOpen: boolean; open: (item?: T) => void; preload: () => void; dialog: ReactNode } {
  const showError = useErrorToast();
  const [openedFor, setOpenedFor] = useState<{ item?: T } | null>(null);
  const [Loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);

  // The browser caches a loaded module, and retries one that failed to load.
  async function load() {
    const [{ ItemDialog }, { default: formConfig }] = await Promise.all([
      import('../form/ItemDialog'),
      loadForm(),
    ]);
    return { ItemDialog, formConfig };
  }

  function open(item?: T) {
    loadCode(load).then((loaded) => {
      setLoaded(loaded);
      setOpenedFor(item ? { item } : {});
    }, showError);
  }

  const dialog = Loaded && openedFor && (
    <ErrorBoundary key={openedFor.item?.id ?? 'new'} name="The form" display="overlay">
      <Loaded.ItemDialog
        formConfig={Loaded.formConfig}
        mutations={mutations}
        {...openedFor}
        onSaved={(item) => onSaved(item, openedFor.item === undefined)}
        onClose={() => setOpenedFor(null)}
      />
    </ErrorBoundary>
  );
  return {
    isOpen: openedFor !== null,
    open,
    // Unlike `loadCode`, never reloads the page: a pointer or focus that only passes by must not
    // interrupt the owner.
    preload: () => void load().catch(() => undefined),
    dialog,
  };
}
