import { formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import type { Selection } from '../../../ui/list/use-selection';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import type { Noun } from '../define-collection';
import * as styles from './SelectionBar.module.css';
import type { TakeDown } from './use-take-down';

interface Props {
  selection: Selection;
  /** Number of items to choose from. */
  count: number;
  noun: Noun;
  takeDown: TakeDown;
  onDelete: () => void;
  /** Clears the selection. The bar disappears with it. */
  onClear: () => void;
}

/** Bar of actions on the selected items. Absent while none is selected. */
export function SelectionBar({ selection, count, noun, takeDown, onDelete, onClear }: Props) {
  const { selectedIds, selectAll } = selection;
  const { length } = selectedIds;
  const { liveCount, downCount, pending } = takeDown;

  return (
    <section aria-label="Selected items" className={styles.region}>
      {length > 0 && (
        <div className={styles.bar}>
          <p role="status">
            <span className={`${badgeStyles.badge} ${badgeStyles.highlighted}`}>{length}</span>{' '}
            chosen
          </p>
          {length < count && (
            <Button variant="quiet" size="s" onClick={selectAll}>
              {`Choose all ${formatNumber(count)} ${noun[1]}`}
            </Button>
          )}
          <Button variant="quiet" size="s" onClick={onClear}>
            Clear
          </Button>
          {liveCount > 0 && (
            <Button variant="secondary" size="s" busy={pending} onClick={takeDown.takeDown}>
              {`Take down ${formatNumber(liveCount)}`}
            </Button>
          )}
          {downCount > 0 && (
            <Button variant="secondary" size="s" busy={pending} onClick={takeDown.putBack}>
              {`Put back ${formatNumber(downCount)}`}
            </Button>
          )}
          <Button variant="secondary" size="s" className={styles.delete} onClick={onDelete}>
            {`Delete ${formatNumber(length)}`}
          </Button>
        </div>
      )}
    </section>
  );
}
