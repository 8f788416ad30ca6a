import type { RefObject } from 'react';
import { Button } from '../../ui/Button';
import * as badgeStyles from '../../ui/badges.module.css';
import type { Noun } from './ListTools';
import * as styles from './SelectionBar.module.css';
import type { Selection } from './use-selection';

interface Props {
  selection: Selection;
  /** Number of items to choose from. */
  count: number;
  noun: Noun;
  onDelete: () => void;
  section: RefObject<HTMLElement | null>;
}

/** Bar of actions on the selected items. Absent while none is selected. */
export function SelectionBar({ selection, count, noun, onDelete, section }: Props) {
  const { selectedIds, selectAll } = selection;
  const { length } = selectedIds;

  function clear() {
    // The button disappears.
    section.current?.focus();
    selection.clear();
  }

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
              {`Choose all ${count.toLocaleString('en-US')} ${noun[1]}`}
            </Button>
          )}
          <Button variant="quiet" size="s" onClick={clear}>
            Clear
          </Button>
          <Button variant="secondary" size="s" className={styles.delete} onClick={onDelete}>
            {`Delete ${length.toLocaleString('en-US')}`}
          </Button>
        </div>
      )}
    </section>
  );
}
