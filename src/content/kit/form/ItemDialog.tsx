import { type KeyboardEvent, useId, useState } from 'react';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { FieldError } from '../../../ui/form/Field';
import * as textStyles from '../../../ui/styles/text.module.css';
import type { BaseItem, Collection } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import * as styles from './ItemDialog.module.css';
import { type ItemValues, toDraftItem } from './item-values';
import { PreviewLink } from './PreviewLink';
import { PublicationFields } from './PublicationFields';
import type { ItemFormConfig } from './use-item-form';
import { useItemForm } from './use-item-form';
import { formatPublicationValue, getSaveLabel, publicationLabels } from './use-publication-choice';

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

function saveOnShortcut(event: KeyboardEvent<HTMLElement>) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
  event.preventDefault();
  event.currentTarget.querySelector('form')?.requestSubmit();
}

/** Dialog with the form of an item of any collection, and a preview of its card on the site. */
export function ItemDialog<T extends BaseItem>(props: ItemDialogProps<T>) {
  const { formConfig, mutations, item } = props;
  const onClose = useCloseWhileOpen(props.onClose);

  function onSaved(saved: T) {
    props.onSaved?.(saved);
    onClose();
  }

  const itemForm = useItemForm({ formConfig, mutations, item, onSaved, onClose });
  const { state, stored, formRef, isChanged, publication, busy, close } = itemForm;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const formId = useId();
  const title = `${stored ? 'Edit' : 'Create'} ${capitalizeWords(formConfig.collection.label)}`;

  return (
    <>
      <Dialog
        open
        onClose={close}
        title={title}
        partName={title}
        size="wide"
        className={styles.dialog}
        footer={
          <>
            <SaveStatus isChanged={isChanged} />
            <PreviewToggle isOn={isPreviewing} onChange={setIsPreviewing} />
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              {busy ? 'Saving...' : getSaveLabel(stored, publication.choice)}
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
              void itemForm.submit(event);
            }}
            noValidate
          >
            {itemForm.failure && <FieldError>{itemForm.failure}</FieldError>}
            <formConfig.Fields form={{ ...state, labels: formConfig.collection.labels }} />
            <PublicationFields item={stored} publication={publication} />
            <PreviewLink
              path={formConfig.collection.path}
              id={stored?.id}
              isChanged={isChanged}
              saveDraft={(onDraft) => itemForm.saveDraft((draft) => draft && onDraft(draft.id))}
            />
            {stored && (
              <RestorableHistory
                collection={formConfig.collection}
                mutations={mutations}
                item={stored}
                isChanged={isChanged}
                onRestored={onSaved}
              />
            )}
          </form>
          <ItemPreview formConfig={formConfig} values={state.values} isAlone={isPreviewing} />
        </div>
      </Dialog>
      {itemForm.dialogs}
    </>
  );
}

function SaveStatus({ isChanged }: { isChanged: boolean }) {
  return (
    <p className={`${textStyles.meta} ${styles.status}`}>
      <span role="status">{isChanged && 'Unsaved changes'}</span>
      <span>
        Save with <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>S</kbd>
      </span>
    </p>
  );
}

interface HistoryProps<T extends BaseItem> {
  collection: Collection<T>;
  mutations: CollectionMutations<T>;
  item: T;
  isChanged: boolean;
  onRestored: (item: T) => void;
}

function RestorableHistory<T extends BaseItem>(props: HistoryProps<T>) {
  const { collection, mutations, item, isChanged, onRestored } = props;
  return (
    <ItemHistory
      path={collection.path}
      id={item.id}
      label={collection.label}
      fieldNames={{ ...collection.labels, ...publicationLabels }}
      formatValue={(field, value) => formatPublicationValue(collection.labels, field, value)}
      restoreWarning={isChanged ? 'Your changes in this form will be lost.' : undefined}
      onRestored={(restored: T, isAsking) => {
        mutations.invalidateRelated();
        if (isAsking) onRestored(restored);
      }}
    />
  );
}

interface PreviewProps<T extends BaseItem> {
  formConfig: ItemFormConfig<T>;
  values: ItemValues;
  /** Whether the form is hidden. The preview is focusable then, so that the keyboard can scroll it. */
  isAlone: boolean;
}

function ItemPreview<T extends BaseItem>({ formConfig, values, isAlone }: PreviewProps<T>) {
  const { collection, Preview, hasTallPreview } = formConfig;
  return (
    <section className={styles.preview} aria-label="Preview" {...(isAlone && { tabIndex: 0 })}>
      <p className={textStyles.meta}>Live preview, as the site shows it</p>
      <div data-tall={hasTallPreview || undefined} inert>
        <Preview item={toDraftItem(collection, values)} />
      </div>
    </section>
  );
}

interface PreviewToggleProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function PreviewToggle({ isOn, onChange }: PreviewToggleProps) {
  return (
    <Button
      className={styles.previewToggle}
      variant="quiet"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      Preview
    </Button>
  );
}
