import { useEffect, useRef, useState } from 'react';
import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import type { VisitorCall } from '../call';
import { Alternatives } from './Alternatives';
import { CallTime } from './CallTime';
import { alternativesOf, moveCall } from './call-requests';
import './call.css';

interface Props {
  call: VisitorCall;
  token: string;
  start: string;
  timeZone: string;
  onTime: (start: string) => void;
  onBack: () => void;
  /** The time is gone. */
  onTaken: () => void;
  onMoved: (call: VisitorCall) => void;
}

/** Asks before a call is moved, with both of its times in sight. */
export function MoveForm(props: Props) {
  const { call, token, start, timeZone, onTime, onBack, onTaken, onMoved } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [taken, setTaken] = useState<{ message: string; slots: string[] } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  async function move() {
    setBusy(true);
    setFailure(null);
    setTaken(null);
    try {
      onMoved(await moveCall(token, start));
    } catch (error) {
      const message = serverMessage(error, 'The server could not be reached. Please try again.');
      const slots = alternativesOf(error);
      if (slots) {
        setTaken({ message, slots });
        onTaken();
      } else setFailure(message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="sch-d" aria-labelledby="move-heading">
      <h2 id="move-heading" tabIndex={-1} ref={heading}>
        Move your call?
      </h2>
      <p className="sch-l">From</p>
      <CallTime start={call.start} timeZone={timeZone} off />
      <p className="sch-l">To</p>
      <CallTime start={start} timeZone={timeZone} />
      {taken && (
        <Alternatives
          {...taken}
          timeZone={timeZone}
          onChoose={(slot) => {
            setTaken(null);
            onTime(slot);
          }}
        />
      )}
      {failure && (
        <p className="err" role="alert">
          {failure}
        </p>
      )}
      <div className="sch-o">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button busy={busy} onClick={move}>
          {busy ? 'Moving...' : 'Move the call'}
        </Button>
      </div>
    </section>
  );
}
