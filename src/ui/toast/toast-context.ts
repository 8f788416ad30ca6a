import { createContext, useContext } from 'react';

/** How long a toast is shown (specification, section 8). */
export const plainToastDurationMs = 5_000;

export interface ToastInput {
  title: string;
  description?: string;
  /** `bad` is a failure, which is announced immediately. */
  tone?: 'plain' | 'bad';
  action?: { label: string; run: () => void };
  /** How long it is shown; five seconds by default. */
  durationMs?: number;
}

/** The current toast, or the last one if none is open. */
export interface ShownToast extends ToastInput {
  id: number;
  open: boolean;
  /** Incremented when a toast opens while none is open. */
  session: number;
}

export interface ToastViewProps {
  toast: ShownToast;
  onClose: (id: number) => void;
}

/** The function of the page's toasts, which `ToastProvider` provides. */
export const ToastContext = createContext<((toast: ToastInput) => void) | null>(null);

/** Returns a function that shows a toast for 5 seconds, replacing the current one. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast is used outside of ToastProvider');
  return show;
}
