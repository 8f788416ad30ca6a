import { ArrowRight } from '../../../../ui/desk-icons';
import * as layoutStyles from '../../../../ui/layout.module.css';
import { type LeadStatus, leadStatuses } from '../../contract';
import type { TimelineEntry } from '../../detail-contract';
import { LeadStage } from '../LeadStage';
import * as styles from './Timeline.module.css';

const findStatus = (value: unknown): LeadStatus | undefined =>
  leadStatuses.find((status) => status === value);

/** A change of the status: both stages with their labels. */
export function StageMove({
  before,
  after,
  by,
}: Pick<TimelineEntry, 'before' | 'after'> & { by: string | null }) {
  const from = findStatus(before?.status);
  const to = findStatus(after?.status);
  return (
    <p className={styles.move}>
      {from && <LeadStage status={from} />}
      {from && to && (
        <>
          <ArrowRight />
          <span className={layoutStyles.visuallyHidden}>to</span>
        </>
      )}
      {to && <LeadStage status={to} />}
      {by && <span className={styles.by}>by {by}</span>}
    </p>
  );
}
