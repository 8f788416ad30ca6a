import { FocusScope } from 'radix-ui/internal';
import { useToastViewport } from './toast-viewport';

/**
 * Inside a dialog: lets the focus go to the toasts (F8) although the dialog keeps it otherwise.
 * Toasts cannot be rendered into the dialog instead: they outlive it.
 */
export function ToastFocusBranch() {
  FocusScope.useFocusScopeBranch(useToastViewport());
  return null;
}
