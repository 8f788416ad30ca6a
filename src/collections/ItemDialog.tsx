import { useId } from 'react';
import { LeadFormProvider } from '../features/leads/lead-form';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import type { AnyItem } from './collection';
import { itemParts } from './form/item-forms';
import { draftItem } from './form/item-values';
import { useItemForm } from './form/use-item-form';
import type { CollectionPath, ItemAt } from './index';
import './ItemDialog.css';

interface Props<P extends CollectionPath> {
  path: P;
  /** What is edited; without it, a new one is made. */
  item?: ItemAt<P>;
  onClose: () => void;
  /** Called with the stored item, before the dialog closes. */
  onSaved?: (item: ItemAt<P>) => void;
}

/** The form of an item of any collection, beside the card that the site will show. */
export function ItemDialog<P extends CollectionPath>({ path, item, onClose, onSaved }: Props<P>) {
  const { collection, title, Fields, Preview } = itemParts(path);
  const { form, values, busy, submit, formRef } = useItemForm({
    path,
    collection,
    item: item as AnyItem | undefined,
    onSaved(saved) {
      onSaved?.(saved as ItemAt<P>);
      onClose();
    },
  });
  const formId = useId();
  const isNew = item === undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${isNew ? 'Create' : 'Edit'} ${title}`}
      size="wide"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {busy ? 'Saving...' : isNew ? 'Create' : 'Save changes'}
          </Button>
        </>
      }
    >
      <div className="ed">
        <form id={formId} ref={formRef} className="ed-f" onSubmit={submit} noValidate>
          <Fields form={form} />
        </form>
        <section className="ed-p" aria-label="Preview">
          <p className="lab">Live preview, as the site shows it</p>
          <div inert>
            <LeadFormProvider packages={[]}>
              <Preview item={draftItem(collection, values)} />
            </LeadFormProvider>
          </div>
        </section>
      </div>
    </Dialog>
  );
}
