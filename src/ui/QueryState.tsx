import type { ComponentProps, ReactNode } from 'react';
import { getServerMessage } from '../lib/network/http-client';
import { Button } from './Button';
import { MessageBox } from './MessageBox';
import * as layoutStyles from './styles/layout.module.css';
import * as stateStyles from './styles/states.module.css';

/** What these components need to know of a query. */
interface Query<T = unknown> {
  data: T | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface FailureProps {
  /** What could not be loaded, as the start of a sentence: "The settings". */
  name: string;
  /** A box with a heading, or a line in a panel that has a heading of its own. */
  display?: 'box' | 'line';
  Heading?: 'h2' | 'h3';
  /** Refetches the query by default. */
  onRetry?: () => void;
  className?: string | undefined;
}

/**
 * Shows why a query failed, with a button to try again. If the query has data, these are from the
 * last successful request and still shown.
 */
export function LoadFailure({ query, ...props }: FailureProps & { query: Omit<Query, 'isError'> }) {
  const { name, display = 'box', Heading, onRetry = query.refetch, className } = props;
  const reason = getServerMessage(query.error, 'The server could not be reached.');
  const isLine = display === 'line';
  const button = (
    <Button
      variant="secondary"
      {...(isLine && { size: 's' })}
      busy={query.isFetching}
      onClick={() => onRetry()}
    >
      Try again
    </Button>
  );
  if (isLine) {
    return (
      <div className={className} role="alert">
        <p>{`${name} could not be loaded. ${reason}`}</p>
        {button}
      </div>
    );
  }
  const isStale = query.data !== undefined;
  return (
    <MessageBox
      heading={`${name} could not be ${isStale ? 'refreshed' : 'loaded'}`}
      {...(Heading && { Heading })}
      role="alert"
      className={className}
    >
      <p>{isStale ? `${reason} The list may be out of date.` : reason}</p>
      {button}
    </MessageBox>
  );
}

interface SkeletonProps {
  /** Read by assistive technology in place of the blocks: "Loading calls...". */
  label: string;
  /** Number of blocks. */
  count?: number;
  className?: string | undefined;
  blockClass?: string | undefined;
}

/** Blocks in place of what loads. */
export function Skeleton({ label, count = 1, className, blockClass = '' }: SkeletonProps) {
  return (
    <p className={className} role="status">
      <span className={layoutStyles.visuallyHidden}>{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={`${stateStyles.skeleton} ${blockClass}`} aria-hidden="true" />
      ))}
    </p>
  );
}

interface QueryStateProps<T> extends FailureProps {
  query: Query<T>;
  /** Shown while the query loads, instead of the sentence "Loading the settings...". */
  loading?: ReactNode;
  /** Shows the data. Absent where the caller does it. */
  children?: (data: T) => ReactNode;
}

/** Shows that a query is loading, why it failed, or its data. */
export function QueryState<T>({ query, loading, children, ...failure }: QueryStateProps<T>) {
  if (query.data !== undefined) return children?.(query.data);
  if (query.isError) return <LoadFailure query={query} {...failure} />;
  if (loading !== undefined) return loading;
  const { name } = failure;
  return <p role="status">{`Loading ${name.charAt(0).toLowerCase()}${name.slice(1)}...`}</p>;
}

interface Props extends Pick<ComponentProps<typeof Button>, 'variant'> {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** The button's text. */
  children: string;
}

/** Button that loads the next page of a list. Renders nothing on the last one. */
export function ShowMore({ list, variant = 'secondary', children }: Props) {
  return (
    list.hasNextPage && (
      <Button
        variant={variant}
        size="touch"
        busy={list.isFetchingNextPage}
        onClick={() => list.fetchNextPage()}
      >
        {children}
      </Button>
    )
  );
}
