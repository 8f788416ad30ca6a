import { formatDue } from '../../leads/admin/format-due';
import * as cellStyles from '../../leads/admin/table/now-cell.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { formatAhead } from './call-labels';
import { listPlannedCalls } from './call-lists';
import { JoinLink } from './call-parts';
import type { Call } from './queries';

interface Props {
  calls: readonly Call[];
  now: Date;
}

/** The lead's call that takes place next or now, with the button to join it. */
export function NextCall({ calls, now }: Props) {
  const [next] = listPlannedCalls(calls, now);
  if (!next) return null;
  return (
    <div className={cellStyles.cell}>
      <div>
        <p className={textStyles.meta}>Discovery call</p>
        <b>{formatDue(next.start, now)}</b>
        <p className={cellStyles.when}>{formatAhead(next.start, now)}</p>
      </div>
      <JoinLink call={next} />
    </div>
  );
}
