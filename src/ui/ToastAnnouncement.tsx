import { useEffect, useState } from 'react';
import * as layoutStyles from './layout.module.css';

/** Screen readers announce what changes in an element that they already know. */
const delayMs = 100;

/** Afterwards screen readers find only the toast's own text. */
const textDurationMs = 1_000;

/**
 * Announces a toast to screen readers, once; render it with a new key for each toast. Radix's own
 * announcement waits for two frames but gives up after a second: on a busy device it stays empty.
 */
export function ToastAnnouncement({ text, isUrgent }: { text: string; isUrgent: boolean }) {
  const [phase, setPhase] = useState<'before' | 'during' | 'after'>('before');

  useEffect(() => {
    if (phase === 'after') return;
    const timer =
      phase === 'before'
        ? setTimeout(setPhase, delayMs, 'during')
        : setTimeout(setPhase, textDurationMs, 'after');
    return () => clearTimeout(timer);
  }, [phase]);

  if (phase === 'after') return null;
  return (
    // Without `aria-live` a dialog would hide it.
    <p
      className={layoutStyles.visuallyHidden}
      role="status"
      aria-live={isUrgent ? 'assertive' : 'polite'}
    >
      {phase === 'during' && text}
    </p>
  );
}
