import { formatNumber } from '../../../lib/format-count';
import { Button } from '../../../ui/Button';
import * as stateStyles from '../../../ui/states.module.css';
import * as textStyles from '../../../ui/text.module.css';
import * as styles from './LeadsTab.module.css';

/** Empty state: no leads, or none that match. */
export function LeadsEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <div className={`${stateStyles.message} ${styles.message}`}>
        <h3>No leads match</h3>
        <p>Try another search, or show all statuses.</p>
        <Button variant="secondary" onClick={onClear}>
          Show all leads
        </Button>
      </div>
    );
  }
  return (
    <div className={`${stateStyles.message} ${styles.message}`}>
      <h3>No leads yet</h3>
      <p>Every inquiry sent from the site appears here, newest first.</p>
    </div>
  );
}

interface LeadsMoreProps {
  list: { isFetchingNextPage: boolean; isFetchNextPageError: boolean };
  shownCount: number;
  total: number;
  onMore: () => void;
}

/** Count and "Show more" below a partly loaded list. */
export function LeadsMore({ list, shownCount, total, onMore }: LeadsMoreProps) {
  const hasFailed = list.isFetchNextPageError;
  return (
    <div className={styles.more}>
      <p className={`${textStyles.meta} ${textStyles.tabularNumbers}`} role="status">
        {hasFailed
          ? 'More leads could not be loaded.'
          : `Showing ${formatNumber(shownCount)} of ${formatNumber(total)}`}
      </p>
      <Button variant="secondary" busy={list.isFetchingNextPage} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
