import * as styles from './sentence.module.css';

interface Props {
  /** The accessible name: the sentence around it is not its label. */
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

/** A choice within a sentence. */
export function SentenceSelect({ label, value, options, onChange }: Props) {
  return (
    <select
      className={styles.field}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Lists options with the current value among them, which need not be one of the usual ones. */
export const withCurrent = (options: readonly string[], current: string): string[] =>
  options.includes(current) ? [...options] : [current, ...options];
