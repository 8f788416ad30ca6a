import { type ReactNode, useState } from 'react';
import * as linkStyles from '../../../ui/styles/link-button.module.css';
import * as styles from './Today.module.css';

interface Props<Item> {
  items: readonly Item[];
  /** How many are listed until the owner asks for all. */
  max: number;
  /** Button that lists all: "All 12 proposals". */
  allLabel: string;
  /** Renders the listed ones. */
  children: (listed: readonly Item[]) => ReactNode;
}

/** The first items of a list, and a button that shows the others as well. */
export function FirstItems<Item>({ items, max, allLabel, children }: Props<Item>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      {children(isWhole ? items : items.slice(0, max))}
      {items.length > max && (
        <p className={styles.foot}>
          <button
            type="button"
            className={linkStyles.linkButton}
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Show fewer' : allLabel}
          </button>
        </p>
      )}
    </>
  );
}
