import type { ReactNode } from 'react';
import { getServerMessage } from '../../lib/http-client';
import { Button } from '../../ui/Button';
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

interface ErrorProps {
  title: string;
  error: unknown;
  /** Rows from the last successful request are still shown. */
  isStale: boolean;
  busy: boolean;
  onRetry: () => void;
}

/** Error state of the list. */
export function ErrorBox({ title, error, isStale, busy, onRetry }: ErrorProps) {
  return (
    <div className={`${stateStyles.message} ${styles.message}`} role="alert">
      <h3>{`${title} could not be ${isStale ? 'refreshed' : 'loaded'}`}</h3>
      <p>
        {getServerMessage(error, 'The server could not be reached.')}
        {isStale && ' The list may be out of date.'}
      </p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        Try again
      </Button>
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
