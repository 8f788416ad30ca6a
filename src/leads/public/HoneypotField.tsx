import type { Ref } from 'react';
import * as layoutStyles from '../../ui/styles/layout.module.css';

/**
 * Honeypot: a field that people never see and that bots fill in. Not `display: none` or
 * `type="hidden"`, which bots skip, and no name that browsers autofill.
 */
export function HoneypotField({ ref }: { ref?: Ref<HTMLInputElement> }) {
  return (
    <div className={layoutStyles.visuallyHidden} aria-hidden="true">
      <label>
        Leave this empty
        <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
