import { type KeyboardEvent, useId, useState } from 'react';
import { ItemHistory } from '../../foundation/audit/admin/ItemHistory';
import { CircleAlert } from '../../ui/admin-icons';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import * as formStyles from '../../ui/form.module.css';
import * as textStyles from '../../ui/text.module.css';
import { useUnsavedDialog } from '../../ui/use-unsaved-dialog';
import type { BaseItem } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { ConflictDialog } from './ConflictDialog';
import { DeletedDialog } from './DeletedDialog';
import * as styles from './ItemDialog.module.css';
import type { ItemFormConfig } from './item-form-config';
import { toDraftItem } from './item-values';
import { useItemForm } from './use-item-form';

export interface ItemDialogProps<T extends BaseItem> {
  formConfig: ItemFormConfig<T>;
  mutations: CollectionMutations<T>;
  /** The item to edit; without it, the form creates one. */
  item?: T;
  onClose: () => void;
  /** Called with the stored item, before the dialog closes. */
  onSaved?: (item: T) => void;
}

/** Converts "Case study" to "Case Study", for a dialog's title. */
const capitalizeWords = (text: string) =>
  text.replace(/(?<= )[a-z]/g, (letter) => letter.toUpperCase());

/** Whether this is an Apple device, whose keyboard has Command in place of Control. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Dialog with the form of an item of any collection, and a preview of its card on the site. */
export function ItemDialog<T extends BaseItem>({
  formConfig,
  mutations,
  item,
  onClose,
  onSaved,
}: ItemDialogProps<T>) {
  const { collection, Fields, Preview, hasTallPreview } = formConfig;
  const { path, label, labels } = collection;
  const { form, formRef, values, isChanged, saving, submit } = useItemForm({
    formConfig,
    mutations,
    item,
    onSaved(saved) {
      onSaved?.(saved);
      onClose();
    },
  });
  const { busy, trouble: conflict, reason } = saving;
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, onClose);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const formId = useId();
  const noun = label.toLowerCase();
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
        title={`${isNew ? 'Create' : 'Edit'} ${capitalizeWords(label)}`}
        size="wide"
        className={styles.dialog}
        footer={
          <>
            <p className={`${textStyles.meta} ${styles.status}`}>
              <span role="status">{isChanged && 'Unsaved changes'}</span>
              <span>
                Save with <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>S</kbd>
              </span>
            </p>
            <Button
              className={styles.previewToggle}
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
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the whole form */}
        <div
          className={styles.editor}
          data-previewing={isPreviewing || undefined}
          onKeyDown={saveOnShortcut}
        >
          <form
            id={formId}
            ref={formRef}
            className={styles.form}
            onSubmit={(event) => {
              // Show the fields, because the preview would hide their errors.
              setIsPreviewing(false);
              void submit(event);
            }}
            noValidate
          >
            {reason && (
              <p className={formStyles.error}>
                <CircleAlert />
                {reason}
              </p>
            )}
            <Fields form={form} />
            {item && (
              <ItemHistory
                path={path}
                id={item.id}
                label={label}
                fieldNames={labels}
                restoreWarning={isChanged ? 'Your changes in this form will be lost.' : undefined}
                onRestored={(restored) => {
                  mutations.invalidateRelated();
                  onSaved?.(restored as T);
                  onClose();
                }}
              />
            )}
          </form>
          {/* Focusable when it is shown alone, so that the keyboard can scroll it. */}
          <section
            className={styles.preview}
            aria-label="Preview"
            {...(isPreviewing && { tabIndex: 0 })}
          >
            <p className={textStyles.meta}>Live preview, as the site shows it</p>
            <div data-tall={hasTallPreview || undefined} inert>
              <Preview item={toDraftItem(collection, values)} />
            </div>
          </section>
        </div>
      </Dialog>
      {conflict?.kind === 'changed' && (
        <ConflictDialog
          noun={noun}
          labels={labels}
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
