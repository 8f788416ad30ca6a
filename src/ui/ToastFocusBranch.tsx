import { useFocusScopeBranch } from '@radix-ui/react-focus-scope';
import { useToastViewport } from './toast-viewport';

/**
 * Place inside a dialog: lets the focus leave the dialog's focus trap for the toasts (F8). The
 * toasts can't be rendered inside the dialog, because they outlive it.
 */
export function ToastFocusBranch() {
  useFocusScopeBranch(useToastViewport());
  return null;
}
