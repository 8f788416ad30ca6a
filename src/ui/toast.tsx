import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button';
import type { ToastViewProps } from './ToastView';

export interface ToastInput {
  title: string;
  description?: string;
  /** `bad`: something failed; it is announced at once. */
  tone?: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

/** As long as other toasts (specification, section 8). */
const plainToastDurationMs = 5_000;

/** Said where something needs a connection and there is none. */
export const offlineNotice: ToastInput = {
  title: "You're offline",
  description: 'Check your internet connection, then try again.',
  tone: 'bad',
};

/** The toast on show, or the last one. */
export interface ShownToast extends ToastInput {
  id: number;
  open: boolean;
  /** Raised when a toast is shown while none is open. */
  session: number;
}

/** Browsers cache a loaded module, and retry one that failed to load. */
const loadToastView = () => import('./ToastView');

/** Fetches what shows toasts, where one may be needed when the connection is gone. */
export function preloadToastView(): void {
  loadToastView().catch(() => undefined);
}

const ToastContext = createContext<((toast: ToastInput) => void) | null>(null);

/** Shows a short notification for 5 seconds; a new one replaces the one on show. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast is used outside of ToastProvider');
  return show;
}

/** Holds the one toast. The code that shows it is fetched with the first. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null);
  const [View, setView] = useState<ComponentType<ToastViewProps> | null>(null);
  const lastId = useRef(0);
  /** The toast whose code could not be had; the next one tries again. */
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
      {toast && View && <View toast={toast} onClose={close} />}
      {/* Its code can't be had, as when the visitor is offline: it is said all the same. */}
      {plainToast && createPortal(<PlainToast toast={plainToast} onClose={close} />, document.body)}
    </ToastContext>
  );
}

interface PlainToastProps {
  toast: ShownToast;
  onClose: (id: number) => void;
}

/** A toast without the code that shows toasts. It is outside of the page, which a dialog hides. */
function PlainToast({ toast: { id, title, description, action }, onClose }: PlainToastProps) {
  function runAction() {
    onClose(id);
    action?.run();
  }

  return (
    // `role` alone does not keep a dialog from hiding it.
    <div key={id} className="toast-plain" role="alert" aria-live="assertive">
      <p>
        <b>{title}</b> {description}
      </p>
      {action && (
        <Button variant="secondary" size="s" onClick={runAction}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
