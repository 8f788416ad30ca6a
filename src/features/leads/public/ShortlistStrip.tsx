import { Button } from '../../../ui/Button';
import * as styles from './ShortlistStrip.module.css';
import type { InquiryShortlist } from './use-inquiry-shortlist';

/** Names shown; the rest are counted. */
const maxShownNames = 5;

/**
 * Shows whether the inquiry includes the shortlist, with a button to change that. Renders nothing
 * for an empty shortlist.
 */
export function ShortlistStrip({ shortlist }: { shortlist: InquiryShortlist }) {
  const { people, isIncluded, wasSent, setIncluded } = shortlist;
  if (people.length === 0) return null;
  const names = people.slice(0, maxShownNames).map(({ name }) => name);
  const rest = people.length - names.length;
  return (
    <div className={styles.strip}>
      <p role="status">
        {isIncluded && (
          <>
            Your shortlist: <b>{names.join(', ')}</b>
            {rest > 0 && ` and ${rest} more`}
          </>
        )}
        {!isIncluded &&
          (wasSent
            ? 'Your last inquiry included your shortlist.'
            : 'This inquiry leaves out your shortlist.')}
      </p>
      <Button variant="quiet" size="s" onClick={() => setIncluded(!isIncluded)}>
        {isIncluded ? 'Leave out' : 'Include it'}
      </Button>
    </div>
  );
}
