import { createContext, useContext } from 'react';
import type { ToastInput } from './toast-props';

/** The function of the page's toasts, which `ToastProvider` provides. */
export const ToastContext = createContext<((toast: ToastInput) => void) | null>(null);

/** Returns a function that shows a toast for 5 seconds, replacing the current one. */
export function useToast(): (toast: ToastInput) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast is used outside of ToastProvider');
  return show;
}
