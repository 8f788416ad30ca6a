import type { CSSProperties } from 'react';
import { findPasswordWeakness } from '../../../lib/password-strength';
import { useSite } from '../../../lib/site';
import * as styles from './PasswordForm.module.css';

/** The length from which all cells of the meter are filled. */
const veryStrongLength = 24;

/** Returns how many of the five cells are filled. */
function getFilledCells(password: string, isWeak: boolean): number {
  if (isWeak) return Math.min(3, Math.ceil(password.length / 6));
  return password.length >= veryStrongLength ? 5 : 4;
}

/** Meter that checks a password while it is typed, by the rules of the server. */
export function PasswordStrength({ password }: { password: string }) {
  const { name, url } = useSite();
  const weakness = password && findPasswordWeakness(password, [name, new URL(url).hostname]);
  const cells = password ? getFilledCells(password, Boolean(weakness)) : 0;
  const filled: CSSProperties & Record<'--filled', number> = { '--filled': cells };
  return (
    <div className={styles.strength}>
      <i style={filled} aria-hidden="true" />
      <span role="status">
        {password !== '' &&
          (weakness
            ? `Not strong enough: it ${weakness}.`
            : 'Strong. Not on the list of common passwords.')}
      </span>
    </div>
  );
}
