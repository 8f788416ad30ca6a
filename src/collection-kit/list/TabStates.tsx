import type { ReactNode } from 'react';
import { getServerMessage } from '../../lib/http-client';
import { Button } from '../../ui/Button';
import './rows.css';

interface EmptyProps {
  heading: string;
  text: string;
  /** Button for the next step. */
  children: ReactNode;
}

/** State of a list without rows, or without matches. */
export function EmptyBox({ heading, text, children }: EmptyProps) {
  return (
    <div className="mt">
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
    <div className="mt" role="alert">
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
      <p className="vh" role="status">
        Loading {title.toLowerCase()}...
      </p>
      <ul className="rows wait" aria-hidden="true">
        {placeholders.map((row) => (
          <li key={row}>
            <span className="sk sk-ord" />
            <span className="row">
              <span className="sk sk-ti" />
              <span className="sk sk-sub" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
