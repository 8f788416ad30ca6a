import { type ReactElement, startTransition, useId, useMemo, useOptimistic, useState } from 'react';
import { formatHour } from '../../lib/time/format-hour';
import { SegmentedControl } from '../../ui/form/SegmentedControl';
import type { Plan } from '../contract';
import { DeskTabs } from './DeskTabs';
import * as styles from './PlanSheet.module.css';
import { getHourRange } from './paint';
import { SheetTools } from './SheetTools';
import { SheetWeek, type SheetWeekProps } from './SheetWeek';
import { useDeskHours } from './use-desk-hours';

export interface PlanSheetProps extends SheetWeekProps {
  /** Index of the desk that is shown. */
  desk: number;
  /** Low rows, for a place beside other content. */
  isSmall?: boolean;
  /** The word for covered hours in the legend of a sheet without a foot. */
  coveredLabel?: string;
}

/** Longer days are shown in two halves on phones, in hours. */
const maxPhoneHours = 16;

/** The week of a desk: the hours that nobody covers, and who can work them. */
export function PlanSheet(props: PlanSheetProps): ReactElement {
  const { onDeskChange, onChange, actions, notice, isSmall, isStatic, coveredLabel } = props;
  /** A change is on the sheet at once, and on the rest of the page when there is time. */
  const [plan, showPlan] = useOptimistic(props.plan);
  const desk = Math.min(props.desk, plan.desks.length - 1);
  const name = plan.desks[desk]?.name ?? '';
  const panelId = useId();
  /** The desk whose new shifts move: none after the page loads, or the desk changes. */
  const [movingDesk, setMovingDesk] = useState<number | null>(null);
  const [half, setHalf] = useState(0);
  const deskHours = useDeskHours(plan, desk, onChange && paintPlan);

  function paintPlan(changed: Plan) {
    setMovingDesk(desk);
    startTransition(() => {
      showPlan(changed);
      onChange?.(changed);
    });
  }

  function showDesk(next: number) {
    deskHours.choose(null);
    setMovingDesk(null);
    onDeskChange?.(next);
  }

  const range = useMemo(() => getHourRange(plan), [plan]);
  const hours = range.last - range.first;
  const isLong = hours > maxPhoneHours;
  const hasHalves = isLong && !isStatic;

  return (
    <div data-live={onChange && ''} data-small={isSmall}>
      <div className={styles.head}>
        {!onDeskChange && <h3>{name}</h3>}
        {onDeskChange && (
          <DeskTabs
            plan={plan}
            desk={desk}
            onDeskChange={showDesk}
            onChange={
              onChange &&
              ((changed, next) => {
                deskHours.change(changed);
                showDesk(next);
              })
            }
            panelId={panelId}
          />
        )}
        {onChange && <SheetTools deskHours={deskHours} deskName={name} />}
      </div>
      {hasHalves && (
        <SegmentedControl
          className={styles.halves}
          label="Hours"
          options={[
            { value: 0, label: `From ${formatHour(range.first)}` },
            { value: 1, label: `From ${formatHour(range.first + hours / 2)}` },
          ]}
          value={half}
          onChange={setHalf}
        />
      )}
      <SheetWeek
        {...props}
        {...{ plan, name, deskHours, range, isLong, panelId }}
        half={hasHalves ? half : undefined}
        isMoving={movingDesk === desk}
      />
      {(onChange || actions || notice || coveredLabel) && (
        <Legend hasKeys={onChange !== undefined} coveredLabel={coveredLabel} />
      )}
    </div>
  );
}

interface LegendProps {
  hasKeys: boolean;
  coveredLabel?: string | undefined;
}

/** The meaning of the four grounds, and of the keys. */
function Legend({ hasKeys, coveredLabel = 'One of ours can work it' }: LegendProps) {
  return (
    <ul className={styles.legend}>
      <li data-kind="nobody">Nobody yet</li>
      <li data-kind="covered">{coveredLabel}</li>
      <li data-kind="own">Your own team</li>
      <li data-kind="closed">Closed</li>
      {hasKeys && (
        <li>
          <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move <kbd>Space</kbd> paint
        </li>
      )}
    </ul>
  );
}
