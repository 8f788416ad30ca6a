import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../Button';
import { CircleAlert } from '../icons/admin-icons';
import { X } from '../icons/icons';
import * as layoutStyles from '../styles/layout.module.css';
import * as styles from './ToastView.module.css';
import { plainToastDurationMs, type ToastInput, type ToastViewProps } from './toast-context';
import { setToastViewport } from './toast-viewport';
import { useToastPosition } from './use-toast-position';

/** Screen readers announce what changes in an element that they already know. */
const delayMs = 100;

/** Afterwards screen readers find only the toast's own text. */
const textDurationMs = 1_000;

/**
 * Announces a toast to screen readers, once; render it with a new key for each toast. Radix's own
 * announcement waits for two frames but gives up after a second: on a busy device it stays empty.
 */
export function ToastAnnouncement({ text, isUrgent }: { text: string; isUrgent: boolean }) {
  const [phase, setPhase] = useState<'before' | 'during' | 'after'>('before');

  useEffect(() => {
    if (phase === 'after') return;
    const timer =
      phase === 'before'
        ? setTimeout(setPhase, delayMs, 'during')
        : setTimeout(setPhase, textDurationMs, 'after');
    return () => clearTimeout(timer);
  }, [phase]);

  if (phase === 'after') return null;
  return (
    // Without `aria-live` a dialog would hide it.
    <p
      className={layoutStyles.visuallyHidden}
      role="status"
      aria-live={isUrgent ? 'assertive' : 'polite'}
    >
      {phase === 'during' && text}
    </p>
  );
}

/** Finds the list of toasts, which F8 focuses. */
const findList = (stage: HTMLElement) => stage.querySelector<HTMLElement>('[data-toasts]');

const isInside = (stage: HTMLElement, node: EventTarget | null) =>
  node instanceof Node && stage.contains(node);

/**
 * Manages the focus around a toast. When a toast closes, Radix leaves the focus on the empty list;
 * this hook returns it to the previously focused element. After F8, Tab returns there too: the next
 * element in document order would be the end of the page, or outside an open dialog.
 */
export function useToastFocus(stage: RefObject<HTMLElement | null>, id: number) {
  const previousFocus = useRef<HTMLElement | null>(null);
  const hasFocus = useRef(false);
  const isOpenedByHotkey = useRef(false);

  const restoreFocus = (list: HTMLElement) => {
    if (previousFocus.current?.isConnected) previousFocus.current.focus();
    else list.blur();
  };

  // If the focused toast is replaced, focus the list.
  useLayoutEffect(() => {
    if (!hasFocus.current || !stage.current) return;
    if (!isInside(stage.current, document.activeElement)) findList(stage.current)?.focus();
  }, [id]);

  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const list = findList(event.currentTarget);
      if (isInside(event.currentTarget, event.relatedTarget)) {
        // Focus moving from a toast to the list means that Radix is closing the toast.
        if (list && event.target === list) restoreFocus(list);
        return;
      }
      hasFocus.current = true;
      isOpenedByHotkey.current = event.target === list;
      if (event.relatedTarget instanceof HTMLElement) previousFocus.current = event.relatedTarget;
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (!isInside(event.currentTarget, event.relatedTarget)) hasFocus.current = false;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const list = findList(event.currentTarget);
      if (event.key === 'Escape' && list && event.target === list) restoreFocus(list);
      if (event.key !== 'Tab' || event.defaultPrevented || !isOpenedByHotkey.current) return;
      if (!previousFocus.current?.isConnected) return;
      event.preventDefault();
      previousFocus.current.focus();
    },
  };
}

/** Shows the toast above everything, including dialogs. */
export function ToastView({ toast, onClose }: ToastViewProps) {
  return createPortal(
    // Keyed by session: if a toast closes under the pointer, Radix stays paused and the next toast
    // would never close.
    <>
      <ToastStage key={toast.session} toast={toast} onClose={onClose} />
      <ToastAnnouncement
        key={`announcement ${toast.id}`}
        text={getAnnouncement(toast)}
        isUrgent={toast.tone === 'bad'}
      />
    </>,
    document.body,
  );
}

/** Returns what screen readers say about a toast: title, description and the label of its action. */
function getAnnouncement({ title, description, action }: ToastInput): string {
  const text = description ? `${title}. ${description}` : title;
  return `Notification ${text}${action ? ` ${action.label}` : ''}`;
}

function ToastStage({ toast, onClose }: ToastViewProps) {
  const { id, title, description, action, open, durationMs = plainToastDurationMs } = toast;
  const isError = toast.tone === 'bad';
  const stage = useRef<HTMLDivElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const isEscapeForToast = useRef(true);
  const focus = useToastFocus(stage, id);
  useToastPosition(stage);
  /** Radix announces here, outside of the document: `ToastAnnouncement` does it instead. */
  const [announcerContainer] = useState(() => document.createDocumentFragment());

  useLayoutEffect(() => {
    setToastViewport(stage.current);
    return () => setToastViewport(null);
  }, []);

  return (
    // Radix dialogs do not hide elements with `aria-live`.
    <div ref={stage} className={styles.stage} aria-live="off" {...focus}>
      <Provider swipeDirection="right" swipeThreshold={50} announcerContainer={announcerContainer}>
        <Root
          key={id}
          className={isError ? `${styles.toast} ${styles.failed}` : styles.toast}
          data-toast
          type={isError ? 'foreground' : 'background'}
          open={open}
          duration={durationMs}
          // Radix sends Escape to the toast, the topmost layer. With the focus in a dialog it
          // should close the dialog.
          onEscapeKeyDown={() => {
            isEscapeForToast.current = !document.activeElement?.closest('[data-dialog]');
          }}
          onOpenChange={() => {
            if (isEscapeForToast.current) onClose(id);
            isEscapeForToast.current = true;
          }}
          onPause={() => setIsPaused(true)}
          onResume={() => setIsPaused(false)}
          data-paused={isPaused || undefined}
          // Dialogs disable pointer events outside of them.
          style={{ pointerEvents: 'auto', '--duration': `${durationMs}ms` }}
        >
          <div className={styles.text}>
            <Title className={styles.title}>
              {isError && <CircleAlert />}
              {title}
            </Title>
            {description && <Description className={styles.description}>{description}</Description>}
          </div>
          {action && (
            <Action asChild altText={action.label} onClick={action.run}>
              <Button variant="secondary" size="s" className={styles.action}>
                {action.label}
              </Button>
            </Action>
          )}
          <Close asChild>
            <IconButton className={styles.close} label="Close">
              <X />
            </IconButton>
          </Close>
        </Root>
        <Viewport className={styles.list} data-toasts label="Notifications ({hotkey})" />
      </Provider>
    </div>
  );
}
