import { describePlan, formatHours } from '../../../cover/plan-words';
import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { ArrowRight } from '../../../ui/icons/desk-icons';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { type LeadStatus, lead, leadStatuses } from '../../contract';
import { historyStep, type LeadDetail, type TimelineEntry } from '../../detail-contract';
import { formatDue } from '../format-due';
import { leadFieldLabels } from '../LeadFields';
import { formatChannel, formatDeliveryOutcome } from '../labels';
import { LeadStage } from '../lead-parts';
import * as receiptStyles from './Receipt.module.css';
import * as styles from './Timeline.module.css';

/** A delivery in the timeline. One that failed can be sent again. */
export function DeliveryEntry({ entry, lead }: { entry: TimelineEntry; lead: LeadDetail }) {
  const delivery = lead.deliveries.find(({ id }) => id === entry.id);
  if (!delivery) return null;
  const isFailed = delivery.status === 'failed';
  return (
    <>
      <p>
        <b>{formatChannel(delivery)}</b>
      </p>
      <div className={isFailed ? styles.failed : styles.receipt}>
        <p className={receiptStyles.receipt} data-status={delivery.status}>
          <i className={adminStyles.mark} aria-hidden="true" />
          {formatDeliveryOutcome(delivery)}
        </p>
        {isFailed && (
          <SendAgainButton
            deliveryId={delivery.id}
            subject={formatChannel(delivery)}
            variant="secondary"
          />
        )}
      </div>
    </>
  );
}

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

type Fields = Readonly<Record<string, unknown>> | null;

/** Returns a field's text; undefined when it has none. */
export function getText(fields: Fields, name: string): string | undefined {
  const value = fields?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const fieldLabels: Record<string, string> = { ...leadFieldLabels, numberOfLocations: 'Locations' };

const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `“${value}”` : 'nothing';

/** Lists the fields that changed: "Phone: “1” is now “2”". */
export const describeEdit = (before: Fields, after: Fields): string[] =>
  Object.keys(after ?? {}).flatMap((name) => {
    const label = fieldLabels[name];
    if (!label) return [];
    return [`${label}: ${formatValue(before?.[name])} is now ${formatValue(after?.[name])}`];
  });

/** Describes a change of a next step; in an entry of an earlier release, also that it was set or done. */
export function describeNextStep(before: Fields, after: Fields): string {
  const [from, to] = [before, after].map((fields) => historyStep.safeParse(fields?.nextStep).data);
  if (!to) return `Next step done: ${from?.text ?? ''}`;
  return `Next step: ${to.text}, ${to.dueAt === null ? 'no due date' : formatDue(to.dueAt)}`;
}

function formatPlanHours(fields: Fields): string | undefined {
  const { data } = lead.shape.plan.safeParse(fields?.plan);
  return data ? formatHours(describePlan(data).minutes) : undefined;
}

/** Describes a change of the plan: "Plan changed: 21 hours became 23 hours". */
export function describePlanChange(before: Fields, after: Fields): string {
  const [from, to] = [formatPlanHours(before), formatPlanHours(after)];
  if (!to) return 'Plan removed';
  return from && from !== to ? `Plan changed: ${from} became ${to}` : `Plan: ${to} a week`;
}
