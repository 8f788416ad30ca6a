import { type ReactNode, useState } from 'react';
import type { CollectionPath, ItemAt } from '../../features/collections';
import { loadCode } from '../../lib/release-reload';
import { useToast } from '../../ui/toast';
import type { ItemDialog } from '../form/ItemDialog';

/** Browsers cache a loaded module, and retry one that failed to load. */
const loadDialog = () => import('../form/ItemDialog').then(({ ItemDialog }) => ItemDialog);

/**
 * Fetches the form's code when the owner is about to open it. Never reloads the page, as `loadCode`
 * may: a pointer or a focus that only passes by must not end what the owner is doing.
 */
export function preloadItemDialog(): void {
  loadDialog().catch(() => undefined);
}

/** What the form is open for: an item, or a new one. */
interface DialogState<P extends CollectionPath> {
  item?: ItemAt<P>;
}

/**
 * A collection's form in a dialog, whose code is fetched on intent.
 * @param onSaved called with what was stored, and whether it is new
 */
export function useItemDialog<P extends CollectionPath>(
  path: P,
  onSaved: (item: ItemAt<P>, isNew: boolean) => void,
): { isOpen: boolean; open: (item?: ItemAt<P>) => void; dialog: ReactNode } {
  const toast = useToast();
  const [dialogState, setDialogState] = useState<DialogState<P> | null>(null);
  const [Loaded, setLoaded] = useState<typeof ItemDialog | null>(null);

  function open(item?: ItemAt<P>) {
    loadCode(loadDialog).then(
      (Dialog) => {
        setLoaded(() => Dialog);
        setDialogState(item ? { item } : {});
      },
      () => {
        const description = 'Something went wrong. Please try again.';
        toast({ title: 'Error', description, tone: 'bad' });
      },
    );
  }

  const dialog = Loaded && dialogState && (
    <Loaded
      key={dialogState.item?.id ?? 'new'}
      path={path}
      {...dialogState}
      onSaved={(item) => onSaved(item, dialogState.item === undefined)}
      onClose={() => setDialogState(null)}
    />
  );
  return { isOpen: dialogState !== null, open, dialog };
}
