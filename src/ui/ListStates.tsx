import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import * as layoutStyles from './styles/layout.module.css';
import * as stateStyles from './styles/states.module.css';

interface Props<T> {
  query: { data: T[] | undefined; isError: boolean; refetch: () => Promise<unknown> };
  /** Plural for use in a sentence: "case studies". */
  what: string;
  /**
   * Shown while the list loads. Hidden from screen readers, which read a loading message instead.
   */
  placeholder: ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
  children: (items: T[]) => ReactNode;
}

/** A list in one of four states: loading, empty, filled or failed. */
export function ListStates<T>({ query, what, placeholder, empty, children }: Props<T>) {
  const { data, isError, refetch } = query;
  const [attempts, setAttempts] = useState(0);
  const [isRetrying, setIsRetrying] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const hasData = data !== undefined;

  // The retry button, which had the focus, is gone: move the focus to the list.
  useEffect(() => {
    if (hasData && attempts > 0) content.current?.focus();
  }, [hasData, attempts]);

  async function retry() {
    setIsRetrying(true);
    await refetch();
    setIsRetrying(false);
    setAttempts((count) => count + 1);
  }

  if (data) {
    return (
      <div ref={content} className={stateStyles.list} tabIndex={-1}>
        {data.length === 0 ? empty : children(data)}
      </div>
    );
  }
  // The query is loading again during a retry. Keep the box, so that its button keeps the focus.
  if (isError || isRetrying) {
    const statusText = attempts === 0 ? 'could not be loaded' : 'still could not be loaded';
    return (
      <div className={stateStyles.message} data-message>
        <p role="status">{`The ${what} ${statusText}. Check your connection, then try again.`}</p>
        <Button variant="secondary" busy={isRetrying} onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={stateStyles.list} aria-busy="true">
      <p className={layoutStyles.visuallyHidden} role="status">{`Loading the ${what}`}</p>
      <div className={stateStyles.list} aria-hidden="true">
        {placeholder}
      </div>
    </div>
  );
}

/** Message of an empty list, with a link or button for the next step. */
export function EmptyList({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={stateStyles.message} data-message>
      <p role="status">{message}</p>
      {children}
    </div>
  );
}
