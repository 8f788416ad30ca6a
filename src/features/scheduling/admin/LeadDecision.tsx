import { useId } from 'react';
import * as styles from './LeadDecision.module.css';

type Decision = 'keep' | 'contacted';

const options: [value: Decision, label: string][] = [
  ['keep', 'Leave it there'],
  ['contacted', 'Move it back to contacted'],
];

interface Props {
  value: Decision;
  onChange: (value: Decision) => void;
}

/** Asks for the status of a lead whose call was canceled. No lead moves automatically. */
export function LeadDecision({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.decision}>
      <legend>The lead is in discovery call</legend>
      {options.map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
