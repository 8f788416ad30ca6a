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

/** Asks what happens to the lead of a canceled call. Nothing moves by itself. */
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
