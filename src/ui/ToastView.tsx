import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CircleAlert } from './admin-icons';
import { Button, IconButton } from './Button';
import { X } from './icons';
import type { ShownToast } from './toast';
import { setToastViewport } from './toast-viewport';
import { useToastFocus } from './use-toast-focus';
import { useToastPosition } from './use-toast-position';
import './ToastView.css';

export interface ToastViewProps {
  toast: ShownToast;
  onClose: (id: number) => void;
}

/** Shows the toast above everything, dialogs included. */
export function ToastView({ toast, onClose }: ToastViewProps) {
  return createPortal(
    // Keyed: Radix stays paused when a toast is closed under the pointer, and the next would never end.
    <ToastStage key={toast.session} toast={toast} onClose={onClose} />,
    document.body,
  );
}

function ToastStage({ toast, onClose }: ToastViewProps) {
  const { id, title, description, action, open } = toast;
  const isError = toast.tone === 'bad';
  const stage = useRef<HTMLDivElement>(null);
  const [isPaused, setIsPaused] = useState(false);
  const isEscapeForToast = useRef(true);
  const focus = useToastFocus(stage, id);
  useToastPosition(stage);

  useLayoutEffect(() => {
    setToastViewport(stage.current);
    return () => setToastViewport(null);
  }, []);

  return (
    // `aria-live` is how a dialog knows what it must not hide; announcing is Radix's own work.
    <div ref={stage} className="toasts" aria-live="off" {...focus}>
      <Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
        <Root
          key={id}
          className={isError ? 'toast bad' : 'toast'}
          type={isError ? 'foreground' : 'background'}
          open={open}
          // Radix gives Escape to the toast, being above. With the focus in a dialog it means the dialog.
          onEscapeKeyDown={() => {
            isEscapeForToast.current = !document.activeElement?.closest('.dlg');
          }}
          onOpenChange={() => {
            if (isEscapeForToast.current) onClose(id);
            isEscapeForToast.current = true;
          }}
          onPause={() => setIsPaused(true)}
          onResume={() => setIsPaused(false)}
          data-paused={isPaused || undefined}
          // A dialog takes the pointer from everything outside of it.
          style={{ pointerEvents: 'auto' }}
        >
          <div className="toast-t">
            <Title className="toast-h">
              {isError && <CircleAlert />}
              {title}
            </Title>
            {/* The announcement is made of the texts as they follow each other. */}
            {description && <span className="vh">. </span>}
            {description && <Description className="toast-d">{description}</Description>}
          </div>
          {action && (
            <Action asChild altText={action.label} onClick={action.run}>
              <Button variant="secondary" size="s" className="undo">
                {action.label}
              </Button>
            </Action>
          )}
          <Close asChild>
            <IconButton label="Close">
              <X />
            </IconButton>
          </Close>
        </Root>
        <Viewport className="toast-v" label="Notifications ({hotkey})" />
      </Provider>
    </div>
  );
}
