import { useId, useState } from 'react';
import { ItemHistory } from '../../../foundation/audit/admin/ItemHistory';
import { Button } from '../../../ui/Button';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { FieldError } from '../../../ui/form/Field';
import { PreviewLink } from '../../kit/form/PreviewLink';
import { PublicationFields } from '../../kit/form/PublicationFields';
import { formatPublicationValue, getSaveLabel } from '../../kit/form/use-publication-choice';
import { PublishState } from '../../kit/list/PublishState';
import type { MovableSection, PageName } from '../contract';
import type { PageForOwner } from '../public-contract';
import { BlockPreview } from './BlockPreview';
import type { BlockEditor } from './block-forms';
import * as styles from './pages.module.css';
import { blockPublicationLabels, formatBlockValue, useBlockForm } from './use-block-form';

interface Props {
  page: PageName;
  editor: BlockEditor;
  stored: PageForOwner;
  /** Called after each save and restore, also of one that ends after the dialog was closed. */
  onSaved: (stored: PageForOwner) => void;
  onClose: () => void;
}

/** Blocks that the page itself does not show. */
const blocksWithoutPreview: readonly string[] = ['seo', 'inquiry'];

const changesLostWarning = 'Your changes in this form will be lost.';

/** The form of a block, with its preview and its history. */
export function BlockDialog({ page, editor, ...props }: Props) {
  const { block, title, Fields } = editor;
  const onClose = useCloseWhileOpen(props.onClose);

  function showAndClose(saved: PageForOwner): void {
    props.onSaved(saved);
    onClose();
  }

  const blockForm = useBlockForm({
    page,
    block,
    stored: props.stored,
    onSaved: showAndClose,
    onKeptOpen: props.onSaved,
    onClose,
  });
  const { state, stored, formRef, failure, busy, isChanged, publication, submit, close } =
    blockForm;
  const formId = useId();
  const hasPreview = !blocksWithoutPreview.includes(block);
  return (
    <>
      <Dialog
        open
        onClose={close}
        title={title}
        state={<BlockState blocks={stored.blocks} block={block} />}
        className={hasPreview ? `${styles.dialog} ${styles.withPreview}` : styles.dialog}
        footer={
          <>
            <ResetButton block={stored.blocks[block]} blockForm={blockForm} />
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              {busy ? 'Saving...' : getSaveLabel(stored.blocks[block] ?? {}, publication.choice)}
            </Button>
          </>
        }
      >
        <form id={formId} ref={formRef} className={styles.form} noValidate onSubmit={submit}>
          {failure && <FieldError role="alert">{failure}</FieldError>}
          <Fields form={state} />
          <PublicationFields item={stored.blocks[block]} isBlock publication={publication} />
          <PreviewLink
            path={`pages/${page}`}
            id={block}
            isChanged={isChanged}
            saveDraft={(onDraft) => blockForm.saveDraft(() => onDraft(block))}
          />
        </form>
        {hasPreview && <BlockPreview page={page} block={block} value={state.values} />}
        <ItemHistory
          path={`pages/${page}`}
          id={block}
          label={title}
          fieldNames={blockPublicationLabels}
          formatValue={(field, entry) =>
            formatPublicationValue({}, field, entry) ?? formatBlockValue(entry)
          }
          restoreWarning={isChanged ? changesLostWarning : undefined}
          onRestored={(restored: PageForOwner, isAsking) => {
            props.onSaved(restored);
            if (isAsking) onClose();
          }}
        />
      </Dialog>
      {blockForm.dialogs}
    </>
  );
}

/** The sections that can be hidden, by their block. */
const sectionsByBlock: Readonly<Record<string, MovableSection>> = {
  logos: 'logos',
  talent: 'talent',
  caseStudies: 'case-studies',
  pricing: 'pricing',
};

/** The publication state of the block, with its scheduled change. */
function BlockState({ blocks, block }: { blocks: PageForOwner['blocks']; block: string }) {
  const stored = blocks[block];
  if (!stored) return null;
  const hidden = blocks.sections?.value.hidden;
  const isHidden = Array.isArray(hidden) && hidden.includes(sectionsByBlock[block]);
  return <PublishState item={stored} isOff={isHidden || stored.value.isShown === false} />;
}

interface ResetProps {
  block: PageForOwner['blocks'][string] | undefined;
  blockForm: Pick<ReturnType<typeof useBlockForm>, 'busy' | 'isChanged' | 'reset' | 'discardDraft'>;
}

/**
 * Discards what visitors do not see yet, or gives the block its default again. Asks first if that
 * loses what is not in the history: a draft, which may be a colleague's, or changes in the form.
 */
function ResetButton({ block, blockForm }: ResetProps) {
  const { busy, isChanged, reset, discardDraft } = blockForm;
  const [isAsking, setIsAsking] = useState(false);
  const hasDraft = Boolean(block?.pending);
  if (!hasDraft && block?.isDefault !== false) return null;
  const label = hasDraft ? 'Discard draft' : 'Use the standard text';

  function confirm(): void {
    setIsAsking(false);
    if (hasDraft) discardDraft();
    else reset();
  }

  return (
    <>
      <Button
        variant="quiet"
        disabled={busy}
        onClick={() => (hasDraft || isChanged ? setIsAsking(true) : confirm())}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={hasDraft ? 'Discard the draft?' : 'Use the standard text?'}
        description={[
          hasDraft && 'The changes that are not live yet can’t be restored afterwards.',
          isChanged && changesLostWarning,
        ]
          .filter(Boolean)
          .join(' ')}
        cancelLabel="Keep editing"
        confirmLabel={label}
        isDanger
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
