import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CircleAlert } from './admin-icons';
import { Button, IconButton } from './Button';
import { X } from './icons';
import { ToastAnnouncement } from './ToastAnnouncement';
import * as styles from './ToastView.module.css';
import { plainToastDurationMs, type ToastInput, type ToastViewProps } from './toast-context';
import { setToastViewport } from './toast-viewport';
import { useToastFocus } from './use-toast-focus';
import { useToastPosition } from './use-toast-position';

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
