import * as styles from './SegmentedControl.module.css';

type Value = string | number | null;

interface Props<T extends Value> {
  /** What the choice is about, for assistive technology. */
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  className?: string | undefined;
  /** Smaller text and gaps. The bar touches the lower edge. */
  isCompact?: boolean;
}

/** Row of buttons of which one is chosen. A yellow bar marks it. */
export function SegmentedControl<T extends Value>(props: Props<T>) {
  const { label, options, value, onChange, className = '', isCompact } = props;
  return (
    <fieldset
      className={`${styles.control} ${className}`}
      aria-label={label}
      data-compact={isCompact || undefined}
    >
      {options.map((option) => (
        <button
          key={`${option.value}`}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
