import { useId } from 'react';
import * as styles from './ChoiceButtons.module.css';
import * as optionStyles from './option.module.css';

interface Props<Value extends string> {
  legend: string;
  /** The options with their labels. */
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Choice of one of a few options: radio buttons that look like buttons. */
export function ChoiceButtons<Value extends string>(props: Props<Value>) {
  const { legend, options, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className={optionStyles.option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
