import type { ReactNode, Ref } from 'react';
import * as styles from './Switch.module.css';

interface Props {
  id: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  className?: string | undefined;
  /** The label, unless it stands elsewhere. */
  children?: ReactNode;
}

/** Checkbox of something that is on or off, with the state as a word. */
export function Switch({ id, isOn, onChange, onBlur, inputRef, className, children }: Props) {
  return (
    <span className={className ? `${styles.switch} ${className}` : styles.switch}>
      {children}
      <input
        id={id}
        {...(inputRef && { ref: inputRef })}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        onBlur={onBlur}
      />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </span>
  );
}
