import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { type DialogFormProps, useDialogForm } from '../../../ui/dialog/FormDialog';
import { useUnsavedDialog } from '../../../ui/dialog/use-unsaved-dialog';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { X } from '../../../ui/icons/icons';
import { preloadToastView } from '../../../ui/toast/toast';
import * as styles from './CallDialog.module.css';
import { useCallForms } from './call-forms';

/** Minimum visible height of a form when it opens, in pixels. */
const minShownPx = 240;

interface Props extends Omit<DialogFormProps, 'isCancelDisabled'> {
  title: string;
  description?: string;
  /** True if the form has text that would be lost. */
  isChanged: boolean;
}

/** A form about a call: beside the list of calls, or in a dialog. */
export function CallDialog(props: Props) {
  const { title, description, isChanged, formClass = styles.form, ...rest } = props;
  const { panel } = useCallForms();
  const { close, unsavedDialog } = useUnsavedDialog(isChanged, rest.onClose);
  const { form, footer } = useDialogForm({
    ...rest,
    formClass,
    isCancelDisabled: rest.isBusy,
    onClose: close,
  });
  const dialog = { title, description, footer, onClose: close, children: form };
  return (
    <>
      {panel ? (
        createPortal(<Panel {...dialog} />, panel)
      ) : (
        <Dialog open size={panel === null ? 'full' : 'form'} {...dialog} />
      )}
      {unsavedDialog}
    </>
  );
}

interface PanelProps extends Pick<Props, 'title' | 'description' | 'onClose' | 'children'> {
  footer: ReactNode;
}

/** The form beside the list, which stays usable: the week shows the time that is chosen. */
function Panel({ title, description, footer, onClose, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const descriptionId = useId();

  useEffect(() => {
    preloadToastView();
    const element = panel.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    // Beside the list it is in view, and the week above stays, too.
    const isBelow = element.getBoundingClientRect().top > innerHeight - minShownPx;
    if (isBelow) element.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      aria-describedby={description && descriptionId}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className={styles.body}>
        <ErrorBoundary name="This dialog">
          {description && <p id={descriptionId}>{description}</p>}
          {children}
        </ErrorBoundary>
      </div>
      <div className={styles.footer}>{footer}</div>
    </div>
  );
}
