import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button';
import { getCallPersonName } from './booking-labels';
import { isFormOpen, useCallForms } from './call-forms';
import type { Booking } from './queries';

interface Props {
  kind: 'move' | 'cancel' | 'link' | 'result';
  call: Booking;
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
      size="s"
      aria-label={`${name} ${getCallPersonName(call)}`}
      onClick={() => open({ kind, call })}
    >
      {children}
    </Button>
  );
}
