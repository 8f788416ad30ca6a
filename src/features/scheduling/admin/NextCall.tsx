import { MINUTE } from '../../../lib/time';
import { formatDue } from '../../leads/admin/format-due';
import { formatDuration } from '../../leads/admin/format-duration';
import { callMinutes } from '../call';
import { JoinLink } from './JoinLink';
import * as styles from './NextCall.module.css';
import { useLeadBookings } from './queries';

interface Props {
  leadId: string;
  now: Date;
}

/** The lead's call that takes place next or now, with the button to join it. */
export function NextCall({ leadId, now }: Props) {
  const { data: calls = [] } = useLeadBookings(leadId);
  const [next] = calls
    .flatMap((call) => (call.status === 'booked' && call.start ? [{ call, at: call.start }] : []))
    .filter(({ at }) => Date.parse(at) + callMinutes * MINUTE > now.getTime())
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  if (!next) return null;
  const aheadMs = Date.parse(next.at) - now.getTime();
  return (
    <div className={styles.call}>
      <div>
        <p className={styles.name}>Discovery call</p>
        <b>{formatDue(next.at, now)}</b>
        <p className={styles.when}>{aheadMs > 0 ? `in ${formatDuration(aheadMs)}` : 'now'}</p>
      </div>
      <JoinLink call={next.call} />
    </div>
  );
}
