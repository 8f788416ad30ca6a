import * as styles from './StateFilter.module.css';
import type { StateFilterControl } from './use-state-filter';

/** Chooses which items the list shows: all, or those in one state. */
export function StateFilter({ current, choices, total, choose }: StateFilterControl) {
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.filter} aria-label="Show">
      {[{ name: null, label: 'All', count: total }, ...choices].map(({ name, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={name === current}
          onClick={() => choose(name)}
        >
          {label} {count.toLocaleString('en-US')}
        </button>
      ))}
    </fieldset>
  );
}
