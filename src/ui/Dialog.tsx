import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from './Button';
import { rememberOpener, returnFocus } from './dialog-focus';
import { X } from './icons';
import { ToastFocusBranch } from './ToastFocusBranch';
import { preloadToastView } from './toast';
import './Dialog.css';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * `form` holds typed text, so a click beside it does not close it; `wide` is a form with room for
   * what it makes, and asks before it closes; `full` fills the screen.
   */
  size?: 'form' | 'wide' | 'small' | 'full';
  /** A picture above the title. */
  banner?: ReactNode;
  /** Between title and body: whom it is about, the steps. */
  top?: ReactNode;
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** What the dialog says first; read out together with its title. */
  description?: string;
  /** A paragraph below the description, read out after it. */
  note?: string;
  children?: ReactNode;
}

const fieldSelector =
  'input:not([type=hidden]):not(:disabled),select:not(:disabled),textarea:not(:disabled)';

/**
 * Where the focus starts: a form at its first field, a question at its least harmful answer (the
 * first button of the footer). All else at the dialog itself: it is read from its title on.
 */
function findInitialFocus(content: HTMLElement, isForm: boolean, isQuestion: boolean): HTMLElement {
  const selector = isQuestion
    ? '.dlg-f button:not(:disabled)'
    : isForm
      ? `.dlg-s :is(${fieldSelector})`
      : '';
  return (selector && content.querySelector<HTMLElement>(selector)) || content;
}

/** A modal dialog: focus is kept inside and given back, Escape and Close close it, the page stands still. */
export function Dialog(props: Props) {
  const { open, onClose, title, size = 'form', banner, top, footer, role = 'dialog' } = props;
  const { description, note, children } = props;
  const opener = useRef<HTMLElement | null>(null);
  const content = useRef<HTMLDivElement>(null);

  // Before the content mounts and takes the focus: Radix gives it back to its own trigger only.
  useLayoutEffect(() => {
    if (open) opener.current = rememberOpener();
  }, [open]);

  // What goes wrong in a dialog is said by a toast, also when the connection is gone by then.
  useEffect(() => {
    if (open) preloadToastView();
  }, [open]);

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Overlay className="dlg-scrim" />
        <Content
          ref={content}
          role={role}
          aria-modal="true"
          className={`dlg dlg-${size}`}
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (!content.current) return;
            findInitialFocus(
              content.current,
              size === 'form' || size === 'wide',
              role === 'alertdialog',
            ).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          onKeyDown={(event) => {
            // Not yet dealt with: a toast is on show, and Radix asked that one alone.
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            // Not one that a dialog inside of this one let through.
            if (event.target instanceof Node && content.current?.contains(event.target)) onClose();
          }}
          onInteractOutside={(event) => {
            if (size === 'form') event.preventDefault();
          }}
        >
          <ToastFocusBranch />
          {banner && <div className="dlg-top">{banner}</div>}
          <div className="dlg-h">
            <Title>{title}</Title>
            <Close asChild>
              <IconButton label="Close">
                <X />
              </IconButton>
            </Close>
          </div>
          <div className="dlg-s">
            {top}
            {(description || children) && (
              <div className="dlg-b">
                {description && (
                  <Description asChild>
                    <div className="dlg-d">
                      <p>{description}</p>
                      {note && <p>{note}</p>}
                    </div>
                  </Description>
                )}
                {children}
              </div>
            )}
          </div>
          {footer && <div className="dlg-f">{footer}</div>}
        </Content>
      </Portal>
    </Root>
  );
}
