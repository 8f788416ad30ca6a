import { useState } from 'react';
import type { LinkedCall, NewCall, VisitorCall } from '../contract';
import type { CallNotice } from './CallCard';

/** The visitor's call, and the change after which it is shown. */
export interface OwnCall {
  call: VisitorCall;
  token: string;
  notice: CallNotice;
}

interface Flow {
  step: 'times' | 'details' | 'call';
  /** The chosen time. */
  start: string | null;
  /** The visitor's call, once it is booked or found. */
  own: OwnCall | null;
}

const chooseAnyTime: Flow = { step: 'times', start: null, own: null };

/**
 * State of the booking flow.
 * @param saveToken stores the token of the visitor's call, or removes it
 */
export function useScheduleFlow(saveToken: (token: string | null) => void) {
  const [flow, setFlow] = useState(chooseAnyTime);
  const change = (changes: Partial<Flow>) => setFlow((current) => ({ ...current, ...changes }));

  return {
    ...flow,
    isMoving: flow.own !== null && flow.step !== 'call',
    chooseTime: (start: string) => change({ step: 'details', start }),
    goBack: () => change({ step: 'times' }),
    startMoving: () => change({ step: 'times', start: null }),
    stopMoving: () => change({ step: 'call' }),

    showFound(call: LinkedCall, token: string) {
      const notice = call.wasHeld ? 'booked' : 'found';
      setFlow((current) =>
        current.own?.call.id === call.id && current.own.call.heldUntil === call.heldUntil
          ? current
          : { ...current, step: 'call', own: { call, token, notice } },
      );
    },

    showBooked(call: NewCall) {
      change({ step: 'call', own: { call, token: call.token, notice: 'booked' } });
      // After a reload the call is shown instead of the form.
      saveToken(call.token);
    },

    showChanged(call: VisitorCall, notice: CallNotice) {
      change({ step: 'call', start: null, own: flow.own && { ...flow.own, call, notice } });
    },

    startOver() {
      saveToken(null);
      setFlow(chooseAnyTime);
    },
  };
}
