import { type KeyboardEvent, useId, useState } from 'react';
import type { CollectionPath, ItemAt } from '../../features/collections';
import { getItemForm } from '../../features/item-forms';
import { LeadFormProvider } from '../../features/leads/public/LeadFormProvider';
import { ItemHistory } from '../../foundation/audit/admin/ItemHistory';
import { CircleAlert } from '../../ui/admin-icons';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useUnsavedDialog } from '../../ui/use-unsaved-dialog';
import type { AnyItem } from '../define-collection';
import { ConflictDialog } from './ConflictDialog';
import { DeletedDialog } from './DeletedDialog';
import { toDraftItem } from './item-values';
import { useItemForm } from './use-item-form';
import './ItemDialog.css';

interface Props<P extends CollectionPath> {
  path: P;
  /** What is edited; without it, a new one is made. */
  item?: ItemAt<P>;
  onClose: () => void;
  /** Called with the stored item, before the dialog closes. */
  onSaved?: (item: ItemAt<P>) => void;
}

/** Its keyboards have the Command key where others have Control. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The form of an item of any collection, beside the card that the site will show. */
export function ItemDialog<P extends CollectionPath>({ path, item, onClose, onSaved }: Props<P>) {
  const formConfig = getItemForm(path);
  const { collection, title, Fields, Preview } = formConfig;
  const { form, formRef, values, isChanged, saving, submit } = useItemForm({
    path,
    formConfig,
    item: item as AnyItem | undefined,
    onSaved(saved) {
      onSaved?.(saved as ItemAt<P>);
      onClose();
    },
  });
  const { busy, trouble: conflict, reason } = saving;
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, onClose);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const formId = useId();
  const noun = collection.label.toLowerCase();
  const isNew = item === undefined;

  function saveOnShortcut(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    formRef.current?.requestSubmit();
  }

  return (
    <>
      <Dialog
        open
        onClose={close}
        title={`${isNew ? 'Create' : 'Edit'} ${title}`}
        size="wide"
        footer={
          <>
            <p className="meta ed-s">
              <span role="status">{isChanged && 'Unsaved changes'}</span>
              <span className="ed-k">
                Save with <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>S</kbd>
              </span>
            </p>
            <Button
              className="ed-t"
              variant="quiet"
              aria-pressed={isPreviewing}
              onClick={() => setIsPreviewing(!isPreviewing)}
            >
              Preview
            </Button>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              {busy ? 'Saving...' : isNew ? 'Create' : 'Save changes'}
            </Button>
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole form */}
        <div className="ed" data-previewing={isPreviewing || undefined} onKeyDown={saveOnShortcut}>
          <form
            id={formId}
            ref={formRef}
            className="ed-f"
            onSubmit={(event) => {
              // What is wrong is told by the fields.
              setIsPreviewing(false);
              void submit(event);
            }}
            noValidate
          >
            {reason && (
              <p className="err">
                <CircleAlert />
                {reason}
              </p>
            )}
            <Fields form={form} />
            {item && (
              <ItemHistory
                path={path}
                id={item.id}
                label={collection.label}
                fieldNames={formConfig.labels}
                restoreWarning={isChanged ? 'Your changes in this form will be lost.' : undefined}
                onRestored={(restored) => {
                  onSaved?.(restored as ItemAt<P>);
                  onClose();
                }}
              />
            )}
          </form>
          {/* Alone it is what scrolls, and by keyboard, too. */}
          <section className="ed-p" aria-label="Preview" {...(isPreviewing && { tabIndex: 0 })}>
            <p className="meta">Live preview, as the site shows it</p>
            <div inert>
              <LeadFormProvider packages={[]}>
                <Preview item={toDraftItem(collection, values)} />
              </LeadFormProvider>
            </div>
          </section>
        </div>
      </Dialog>
      {conflict?.kind === 'changed' && (
        <ConflictDialog
          noun={noun}
          labels={formConfig.labels}
          differences={conflict.found}
          onSave={saving.settle}
          onClose={saving.dismissConflict}
        />
      )}
      {conflict?.kind === 'deleted' && (
        <DeletedDialog noun={noun} onSave={saving.saveAsNew} onClose={saving.dismissConflict} />
      )}
      {unsavedDialog}
    </>
  );
}
