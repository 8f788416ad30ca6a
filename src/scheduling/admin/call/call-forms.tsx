import { createContext, type ReactNode, use } from 'react';
import { Button } from '../../../ui/Button';
import { getCallPersonName } from '../call-labels';
import type { Call } from '../queries';

/** A form about a call. */
export type CallForm =
  | { kind: 'book'; leadId?: string }
  | { kind: 'cancel-several'; calls: readonly Call[]; onCanceled: () => void }
  | { kind: 'move' | 'cancel' | 'link' | 'result'; call: Call };

export interface CallFormsState {
  /** The open form. */
  current: CallForm | null;
  open: (form: CallForm) => void;
  /** The time that is chosen in the form: ISO 8601, UTC. The week shows it. */
  target: string | undefined;
  onTarget: (start: string | undefined) => void;
  /**
   * Where forms are shown beside the page: an element, or null while the window is too narrow, so
   * that they fill the screen. Undefined: in a dialog.
   */
  panel: HTMLElement | null | undefined;
}

const ignore = () => undefined;

export const CallFormsContext = createContext<CallFormsState>({
  current: null,
  open: ignore,
  target: undefined,
  onTarget: ignore,
  panel: undefined,
});

/** Returns the open form about a call, and how to open one. */
export const useCallForms = (): CallFormsState => use(CallFormsContext);

/** Returns whether the open form is of this kind and about this call. */
export const isFormOpen = (form: CallForm | null, kind: CallForm['kind'], { id }: Call): boolean =>
  form !== null && form.kind === kind && 'call' in form && form.call.id === id;

interface Props {
  kind: 'move' | 'cancel' | 'link' | 'result';
  call: Call;
  /** Start of the accessible name; the name of the person follows. */
  name: string;
  children: ReactNode;
}

/** Opens a form about a call. It has an outline while its form is open. */
export function CallFormButton({ kind, call, name, children }: Props) {
  const { current, open } = useCallForms();
  return (
    <Button
      variant={isFormOpen(current, kind, call) ? 'secondary' : 'quiet'}
      size="touch"
      aria-label={`${name} ${getCallPersonName(call)}`}
      onClick={() => open({ kind, call })}
    >
      {children}
    </Button>
  );
}
