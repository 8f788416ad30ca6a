import { useId } from 'react';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { FieldError } from '../../../ui/Field';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import type { PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { BlockPreview } from './BlockPreview';
import type { BlockEditor } from './block-forms';
import { formatBlockValue } from './format-block';
import * as styles from './pages.module.css';
import { useBlockForm } from './use-block-form';

interface Props {
  page: PageName;
  editor: BlockEditor;
  stored: PageForOwner;
  onSaved: (stored: PageForOwner) => void;
  onClose: () => void;
}

/** Blocks that the page itself does not show. */
const blocksWithoutPreview: readonly string[] = ['seo', 'inquiry'];

/** The form of a block, with its preview and its history. */
export function BlockDialog({ page, editor, stored, onSaved, onClose }: Props) {
  const { block, title, Fields } = editor;
  const { form, formRef, failure, busy, isChanged, submit, reset } = useBlockForm({
    page,
    block,
    stored,
    onSaved,
  });
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, onClose);
  const formId = useId();
  const hasPreview = !blocksWithoutPreview.includes(block);
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={title}
        className={hasPreview ? `${styles.dialog} ${styles.withPreview}` : styles.dialog}
        footer={
          <>
            {stored.blocks[block]?.isDefault === false && (
              <Button variant="quiet" disabled={busy} onClick={reset}>
                Use the standard text
              </Button>
            )}
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              {busy ? 'Saving...' : 'Save changes'}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          ref={formRef}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {failure && <FieldError role="alert">{failure}</FieldError>}
          <Fields form={form} />
        </form>
        {hasPreview && <BlockPreview page={page} block={block} value={form.value} />}
        <ItemHistory
          path={`pages/${page}`}
          id={block}
          label={title}
          formatValue={formatBlockValue}
          restoreWarning={isChanged ? 'Your changes in this form will be lost.' : undefined}
          onRestored={onSaved}
        />
      </Dialog>
      {unsavedDialog}
    </>
  );
}
