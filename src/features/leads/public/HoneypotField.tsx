import type { Ref } from 'react';

/**
 * A field that people never see and programs that fill in everything do. Not `display: none` or
 * `type="hidden"`, which such programs leave out; and no name that a browser would fill in by itself.
 */
export function HoneypotField({ ref }: { ref?: Ref<HTMLInputElement> }) {
  return (
    <div className="vh" aria-hidden="true">
      <label>
        Leave this empty
        <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
