import { useId } from 'react';
import * as styles from './Switch.module.css';

interface Props {
  /** For a label elsewhere. */
  id?: string;
  /** Shown before it. */
  label?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className?: string | undefined;
}

/** Checkbox of something that is on or off, with the state as a word. */
export function Switch({ label, isOn, onChange, className, ...props }: Props) {
  const ownId = useId();
  const id = props.id ?? ownId;
  return (
    <span className={className ? `${styles.switch} ${className}` : styles.switch}>
      {label && <label htmlFor={id}>{label}</label>}
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
