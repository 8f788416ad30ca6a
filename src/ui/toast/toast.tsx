import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../Button';
import { ErrorBoundary } from '../ErrorBoundary';
import * as styles from './toast.module.css';
import {
  plainToastDurationMs,
  type ShownToast,
  ToastContext,
  type ToastInput,
  type ToastViewProps,
} from './toast-context';

export { useToast } from './toast-context';

/** Toast for actions that need a connection while offline. */
export const offlineNotice: ToastInput = {
  title: "You're offline",
  description: 'Check your internet connection, then try again.',
  tone: 'bad',
};

/** Loads the toasts' code. Browsers cache a loaded module, and retry one that failed to load. */
const loadToastView = () => import('./ToastView');

/** Preloads the toasts' code, so that they work offline. */
export function preloadToastView(): void {
  loadToastView().catch(() => undefined);
}

/** Provides toasts. Their code loads with the first one. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const [View, setView] = useState<ComponentType<ToastViewProps> | null>(null);
  const lastId = useRef(0);
  /** ID of the toast whose code failed to load. The next toast tries again. */
  const [plainId, setPlainId] = useState(0);
  const plainToast = !View && toast?.open && toast.id === plainId ? toast : null;

  const show = useCallback((input: ToastInput) => {
    lastId.current += 1;
    const id = lastId.current;
    setToast((last) => ({
      ...input,
      id,
      open: true,
      session: (last?.session ?? 0) + (last?.open ? 0 : 1),
    }));
    loadToastView().then(
      ({ ToastView }) => setView(() => ToastView),
      () => setPlainId(id),
    );
  }, []);

  const close = useCallback((id: number) => {
    setToast((last) => (last?.id === id ? { ...last, open: false } : last));
  }, []);

  useEffect(() => {
    if (!plainToast) return;
    const timer = setTimeout(close, plainToastDurationMs, plainToast.id);
    return () => clearTimeout(timer);
  }, [plainToast, close]);

  return (
    <ToastContext value={show}>
      {children}
      {toast && View && (
        <ErrorBoundary name="The notification" display="none">
          <View toast={toast} onClose={close} />
        </ErrorBoundary>
      )}
      {/* Fallback if the code fails to load, for example offline. */}
      {plainToast && createPortal(<PlainToast toast={plainToast} onClose={close} />, document.body)}
    </ToastContext>
  );
}

/** A toast without Radix. Rendered outside the page's root, which dialogs hide. */
function PlainToast({ toast: { id, title, description, action }, onClose }: ToastViewProps) {
  function runAction() {
    onClose(id);
    action?.run();
  }

  return (
    // Without `aria-live` a dialog would hide it.
    <div key={id} className={styles.plainToast} role="alert" aria-live="assertive">
      <p>
        <strong>{title}</strong> {description}
      </p>
      {action && (
        <Button variant="secondary" size="s" onClick={runAction}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
