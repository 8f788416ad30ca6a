import { Close, Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog';
import { useFocusScopeBranch } from '@radix-ui/react-focus-scope';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../Button';
import { ErrorBoundary } from '../ErrorBoundary';
import { X } from '../icons/icons';
import { preloadToastView } from '../toast/toast';
import { useToastViewport } from '../toast/toast-viewport';
import * as styles from './Dialog.module.css';
import { rememberOpener, returnFocus } from './dialog-focus';

/** Minimum height of an on-screen keyboard in CSS pixels. A browser's toolbars are lower. */
const minKeyboardPx = 120;

/** Returns the height above an on-screen keyboard; null without one. Zooming in is not a keyboard. */
function readHeightAboveKeyboard({ height, scale }: VisualViewport): number | null {
  const isCovered = document.documentElement.clientHeight - height >= minKeyboardPx;
  return isCovered && scale < 1.05 ? height : null;
}

/**
 * Place inside a dialog: fits it above an on-screen keyboard. Browsers lay out the page as if there
 * were none, so that the keyboard would cover the dialog's buttons.
 */
function FitAboveKeyboard({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = dialog.current;
    const view = window.visualViewport;
    if (!element || !view) return;
    const fit = () => {
      const height = readHeightAboveKeyboard(view);
      element.toggleAttribute('data-above-keyboard', height !== null);
      // The content security policy allows styles that scripts set.
      element.style.setProperty('--visible-top', `${view.offsetTop}px`);
      element.style.setProperty('--visible-height', `${view.height}px`);
      return height;
    };
    const resize = () => {
      const focused = document.activeElement;
      const isInside = focused !== element && element.contains(focused);
      if (fit() !== null && isInside) focused?.scrollIntoView({ block: 'nearest' });
    };
    resize();
    view.addEventListener('resize', resize);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', resize);
      view.removeEventListener('scroll', fit);
    };
  }, [dialog]);
  return null;
}

/**
 * Place inside a dialog: lets the focus leave the dialog's focus trap for the toasts (F8). The
 * toasts can't be rendered inside the dialog, because they outlive it.
 */
function ToastFocusBranch() {
  useFocusScopeBranch(useToastViewport());
  return null;
}

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * Names the content in the message and in the report of an error. Not the title, which may contain
   * a person's name.
   */
  partName?: string;
  /**
   * The kind of dialog. `form` contains typed text, so a click outside does not close it. `wide` is
   * a form with a preview, and confirms before closing. `full` fills the screen.
   */
  size?: 'form' | 'wide' | 'small' | 'full';
  /** Whether a form starts at its title, not in its first field, because it reports something. */
  startsAtTitle?: boolean;
  className?: string;
  /** Picture above the title. */
  banner?: ReactNode;
  /** State of what the dialog edits, beside the title. */
  state?: ReactNode;
  /** Content between title and body: the topic, the steps. */
  top?: ReactNode;
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  /** Announced together with the title. */
  description?: string;
  /** Paragraph below the description, announced after it. */
  note?: string;
  children?: ReactNode;
}

const sizeClass = { form: '', wide: '', small: ` ${styles.small}`, full: ` ${styles.fullScreen}` };

const fieldSelector =
  'input:not([type=hidden]):not(:disabled),select:not(:disabled),textarea:not(:disabled)';

/**
 * Finds the element to focus first: a form's first field, or a question's least harmful button (the
 * first one of the footer). Otherwise the dialog itself, so that screen readers start at its title.
 */
function findInitialFocus(content: HTMLElement, isForm: boolean, isQuestion: boolean): HTMLElement {
  const selector = isQuestion
    ? '[data-part="footer"] button:not(:disabled)'
    : isForm
      ? `[data-part="content"] :is(${fieldSelector})`
      : '';
  return (selector && content.querySelector<HTMLElement>(selector)) || content;
}

/**
 * Modal dialog. Traps the focus and returns it, closes on Escape and Close, and locks the page's
 * scrolling.
 */
export function Dialog(props: Props) {
  const { open, onClose, title, size = 'form', banner, top, footer, role = 'dialog' } = props;
  const { partName = 'This dialog', state, description, note, className, children } = props;
  const opener = useRef<HTMLElement | null>(null);
  const content = useRef<HTMLDivElement>(null);

  // Runs before the content takes the focus. Radix returns the focus only to its own trigger.
  useLayoutEffect(() => {
    if (open) opener.current = rememberOpener();
  }, [open]);

  // Preload the toasts, so that failures in a dialog can be shown offline.
  useEffect(() => {
    if (open) preloadToastView();
  }, [open]);

  return (
    <Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Portal>
        <Overlay className={styles.scrim} />
        <Content
          ref={content}
          role={role}
          aria-modal="true"
          className={`${styles.dialog}${sizeClass[size]}${className ? ` ${className}` : ''}`}
          data-dialog={size}
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (!content.current) return;
            findInitialFocus(
              content.current,
              (size === 'form' || size === 'wide') && !props.startsAtTitle,
              role === 'alertdialog',
            ).focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          onEscapeKeyDown={(event) => {
            // It closes the open list of a combobox first.
            const { activeElement } = document;
            if (activeElement?.matches('[role=combobox][aria-expanded=true]')) {
              event.preventDefault();
            }
          }}
          onKeyDown={(event) => {
            // While a toast is open, Radix sends Escape only to the toast.
            if (event.key !== 'Escape' || event.defaultPrevented) return;
            // Ignore an Escape from a nested dialog.
            if (event.target instanceof Node && content.current?.contains(event.target)) onClose();
          }}
          onInteractOutside={(event) => {
            if (size === 'form') event.preventDefault();
          }}
        >
          <ToastFocusBranch />
          <FitAboveKeyboard dialog={content} />
          {banner && <div className={styles.banner}>{banner}</div>}
          <DialogHeader {...{ title, state }} />
          <div className={styles.content} data-part="content">
            <ErrorBoundary name={partName}>
              {top}
              <DialogBody {...{ description, note, children }} />
            </ErrorBoundary>
          </div>
          {footer && (
            <div className={styles.footer} data-part="footer">
              {footer}
            </div>
          )}
        </Content>
      </Portal>
    </Root>
  );
}

function DialogHeader({ title, state }: Pick<Props, 'title' | 'state'>) {
  return (
    <div className={styles.header} data-part="header">
      <div className={styles.heading}>
        <Title>{title}</Title>
        {state}
      </div>
      <Close asChild>
        <IconButton label="Close">
          <X />
        </IconButton>
      </Close>
    </div>
  );
}

function DialogBody({
  description,
  note,
  children,
}: Pick<Props, 'description' | 'note' | 'children'>) {
  if (!description && !children) return null;
  return (
    <div className={styles.body} data-part="body">
      {description && (
        <Description asChild>
          <div className={styles.description}>
            <p>{description}</p>
            {note && <p>{note}</p>}
          </div>
        </Description>
      )}
      {children}
    </div>
  );
}
