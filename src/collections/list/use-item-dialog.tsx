import { type ReactNode, useState } from 'react';
import { loadCode } from '../../lib/newer-release';
import { useToast } from '../../ui/toast';
import type { ItemDialog } from '../ItemDialog';
import type { CollectionPath, ItemAt } from '../index';

/** The browser keeps a module that was loaded, and asks again for one that failed. */
const loadDialog = () => import('../ItemDialog').then(({ ItemDialog }) => ItemDialog);

/**
 * Fetches the form's code when the owner is about to open it. Never reloads the page, as `loadCode`
 * may: a pointer or a focus that only passes by must not end what the owner is doing.
 */
export function preloadItemDialog(): void {
  loadDialog().catch(() => undefined);
}

/** What the form is open for: an item, or a new one. */
interface Open<P extends CollectionPath> {
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
  const [shown, setShown] = useState<Open<P> | null>(null);
  const [Loaded, setLoaded] = useState<typeof ItemDialog | null>(null);

  function open(item?: ItemAt<P>) {
    loadCode(loadDialog).then(
      (Dialog) => {
        setLoaded(() => Dialog);
        setShown(item ? { item } : {});
      },
      () => {
        const description = 'Something went wrong. Please try again.';
        toast({ title: 'Error', description, tone: 'bad' });
      },
    );
  }

  const dialog = Loaded && shown && (
    <Loaded
      key={shown.item?.id ?? 'new'}
      path={path}
      {...shown}
      onSaved={(item) => onSaved(item, shown.item === undefined)}
      onClose={() => setShown(null)}
    />
  );
  return { isOpen: shown !== null, open, dialog };
}
