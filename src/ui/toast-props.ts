export interface ToastInput {
  title: string;
  description?: string;
  /** `bad`: a failure, announced immediately. */
  tone?: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

/** The current toast, or the last one. */
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
