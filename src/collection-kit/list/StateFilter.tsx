import { formatNumber } from '../../lib/format-count';
import { SegmentedControl } from '../../ui/SegmentedControl';
import * as styles from './StateFilter.module.css';
import type { StateFilterControl } from './use-state-filter';

/** Chooses which items the list shows: all, or those in one state. */
export function StateFilter({ current, choices, total, choose }: StateFilterControl) {
  if (choices.length === 0) return null;
  const options = [{ name: null, label: 'All', count: total }, ...choices].map(
    ({ name, label, count }) => ({
      value: name,
      label: `${label} ${formatNumber(count)}`,
    }),
  );
  return (
    <SegmentedControl
      label="Show"
      options={options}
      value={current}
      onChange={choose}
      className={styles.filter}
    />
  );
}
