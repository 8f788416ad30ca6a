import type { ReactNode } from 'react';
import * as layoutStyles from '../../ui/layout.module.css';
import * as stateStyles from '../../ui/states.module.css';
import * as rowStyles from './item-row.module.css';
import * as styles from './rows.module.css';

interface EmptyProps {
  heading: string;
  text: string;
  /** Button for the next step. */
  children: ReactNode;
}

/** State of a list without rows, or without matches. */
export function EmptyBox({ heading, text, children }: EmptyProps) {
  return (
    <div className={`${stateStyles.message} ${styles.message}`}>
      <h3>{heading}</h3>
      <p>{text}</p>
      {children}
    </div>
  );
}

const placeholders = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Loading placeholder. */
export function RowsPlaceholder({ title }: { title: string }) {
  return (
    <>
      <p className={layoutStyles.visuallyHidden} role="status">
        Loading {title.toLowerCase()}...
      </p>
      <ul className={`${styles.rows} ${styles.loading}`} aria-hidden="true">
        {placeholders.map((row) => (
          <li key={row}>
            <span className={`${stateStyles.skeleton} ${styles.orderSkeleton}`} />
            <span className={rowStyles.row}>
              <span className={`${stateStyles.skeleton} ${styles.titleSkeleton}`} />
              <span className={`${stateStyles.skeleton} ${styles.subtitleSkeleton}`} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
