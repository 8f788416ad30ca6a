import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useState,
} from 'react';
import type { ToastViewProps } from './ToastView';

export interface ToastInput {
  title: string;
  description?: string;
  /** `bad`: something failed; it is announced at once. */
  tone?: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

/** The toast on show, or the last one. */
export interface ShownToast extends ToastInput {
  id: number;
  open: boolean;
  /** Raised when a toast is shown while none is open. */
  session: number;
}

let loading: Promise<ComponentType<ToastViewProps>> | null = null;

function loadToasts(): Promise<ComponentType<ToastViewProps>> {
  loading ??= import('./ToastView').then((module) => module.ToastView);
  // A failed load is forgotten: the next toast tries again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** Fetches what shows toasts, where one may be needed when the connection is gone. */
export function preloadToasts(): void {
  loadToasts().catch(() => undefined);
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

  const show = useCallback((input: ToastInput) => {
    setToast((last) => ({
      ...input,
      id: (last?.id ?? 0) + 1,
      open: true,
      session: (last?.session ?? 0) + (last?.open ? 0 : 1),
    }));
    loadToasts().then(
      (Loaded) => setView(() => Loaded),
      () => undefined,
    );
  }, []);

  const close = useCallback((id: number) => {
    setToast((last) => (last?.id === id ? { ...last, open: false } : last));
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      {toast && View && <View toast={toast} onClose={close} />}
    </ToastContext>
  );
}
