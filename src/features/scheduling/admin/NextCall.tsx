import { formatDue } from '../../leads/admin/format-due';
import { formatDuration } from '../../leads/admin/format-duration';
import { JoinLink } from './JoinLink';
import * as styles from './NextCall.module.css';
import { listPlannedCalls } from './planned-calls';
import type { Booking } from './queries';

interface Props {
  calls: readonly Booking[];
  now: Date;
}

/** The lead's call that takes place next or now, with the button to join it. */
export function NextCall({ calls, now }: Props) {
  const [next] = listPlannedCalls(calls, now);
  if (!next) return null;
  const aheadMs = Date.parse(next.start) - now.getTime();
  return (
    <div className={styles.call}>
      <div>
        <p className={styles.name}>Discovery call</p>
        <b>{formatDue(next.start, now)}</b>
        <p className={styles.when}>{aheadMs > 0 ? `in ${formatDuration(aheadMs)}` : 'now'}</p>
      </div>
      <JoinLink call={next} />
    </div>
  );
}
