import type { ComponentProps } from 'react';
import { QueryState, Skeleton } from '../../../ui/QueryState';
import * as styles from './ItemHistory.module.css';

interface Props {
  /** Used in a sentence: "history". */
  subject: string;
  query: ComponentProps<typeof QueryState>['query'];
}

/** Shows that entries are loading, or why they failed to load. */
export const HistoryState = ({ subject, query }: Props) => (
  <QueryState
    name={`The ${subject}`}
    display="line"
    query={query}
    className={styles.state}
    loading={<Skeleton label={`Loading the ${subject}`} count={2} className={styles.state} />}
  />
);
