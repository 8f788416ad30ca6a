import * as textStyles from '../../../ui/text.module.css';
import { formatDue } from '../../leads/admin/format-due';
import { formatDuration } from '../../leads/admin/format-duration';
import * as cellStyles from '../../leads/admin/now-cell.module.css';
import { JoinLink } from './JoinLink';
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
    <div className={cellStyles.cell}>
      <div>
        <p className={textStyles.meta}>Discovery call</p>
        <b>{formatDue(next.start, now)}</b>
        <p className={cellStyles.when}>{aheadMs > 0 ? `in ${formatDuration(aheadMs)}` : 'now'}</p>
      </div>
      <JoinLink call={next} />
    </div>
  );
}
