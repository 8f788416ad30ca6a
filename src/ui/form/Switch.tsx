import type { ReactNode } from 'react';
import * as styles from './Switch.module.css';

interface Props {
  id: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className?: string | undefined;
  /** The label, unless it stands elsewhere. */
  children?: ReactNode;
}

/** Checkbox of something that is on or off, with the state as a word. */
export function Switch({ id, isOn, onChange, className, children }: Props) {
  return (
    <span className={className ? `${styles.switch} ${className}` : styles.switch}>
      {children}
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </span>
  );
}
