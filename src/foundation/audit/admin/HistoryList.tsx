import type { ComponentProps } from 'react';
import { LoadError } from '../../../ui/LoadFailure';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import * as styles from './ItemHistory.module.css';

/** Loading state. `subject` is used in a sentence: "history". */
export function HistoryLoading({ subject }: { subject: string }) {
  return (
    <div className={styles.state} aria-busy="true">
      <p className={layoutStyles.visuallyHidden} role="status">
        {`Loading the ${subject}`}
      </p>
      <span className={stateStyles.skeleton} aria-hidden="true" />
      <span className={stateStyles.skeleton} aria-hidden="true" />
    </div>
  );
}

/** Error state with a retry button. */
export const HistoryError = (props: Omit<ComponentProps<typeof LoadError>, 'className'>) => (
  <LoadError {...props} className={styles.state} />
);
