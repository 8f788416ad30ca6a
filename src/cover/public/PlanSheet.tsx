// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place blocks across its cells.
import {
  type ReactElement,
  type ReactNode,
  startTransition,
  useId,
  useMemo,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { formatHour } from '../../lib/time/format-hour';
import { Button } from '../../ui/Button';
import { SegmentedControl } from '../../ui/form/SegmentedControl';
import type { CoverAnswer, Plan } from '../contract';
import { countMinutes } from '../plan-words';
import { cellsPerDay } from '../week';
import type { Mark, SheetPerson } from './DayPieces';
import { DeskTabs } from './DeskTabs';
import { HourRuler } from './HourRuler';
import * as styles from './PlanSheet.module.css';
import {
  type Block,
  getHourRange,
  getRectangle,
  markPreset,
  presets,
  type Stroke,
  togglePainted,
} from './paint';
import { SheetDay } from './SheetDay';
import { BlockFields, Lens, SheetFoot } from './SheetFoot';
import { SheetTools } from './SheetTools';
import { listPieces, listWorkers } from './sheet-pieces';
import { describeBlock, describeStroke, describeSum } from './sheet-words';
import { usePainting } from './use-painting';

export type { SheetPerson } from './DayPieces';

export interface PlanSheetProps {
  plan: Plan;
  /** For the plan, or for the last one that was answered; undefined before the first. */
  answer: CoverAnswer | undefined;
  /** Everybody in the answer, by their id. */
  people: ReadonlyMap<string, SheetPerson>;
  /** Index of the desk that is shown. */
  desk: number;
  /** Without it, the sheet has no tabs. */
  onDeskChange?: (desk: number) => void;
  /** A stroke, a preset, undo, or a desk that was added. Without it, the sheet is read-only. */
  onChange?: (plan: Plan) => void;
  /** Buttons at the end of the foot. */
  actions?: ReactNode;
  /** Replaces who can work the hours, in the foot: slow, offline. */
  notice?: ReactNode;
  /** Low rows, for a place beside other content. */
  isSmall?: boolean;
  /** For a page without scripts: long days are whole on phones, too. */
  isStatic?: boolean;
  /** The word for covered hours in the legend of a sheet without a foot. */
  coveredLabel?: string;
}

const days = [0, 1, 2, 3, 4, 5, 6];

/** Longer days are shown in two halves on phones, in hours. */
const maxPhoneHours = 16;

/** Frames the chosen block, or the part of a stroke that is on a day. */
function getMark(day: number, block: Block | undefined, stroke: Stroke | null): Mark | undefined {
  if (!stroke) return block?.day === day ? { ...block, kind: 'chosen' } : undefined;
  const { firstDay, lastDay, from, to } = getRectangle(stroke);
  if (day < firstDay || day > lastDay) return undefined;
  return { kind: stroke.isErasing ? 'erasing' : 'painting', from, to };
}

/** The week of a desk: the hours that nobody covers, and who can work them. */
export function PlanSheet(props: PlanSheetProps): ReactElement {
  const {
    answer,
    people,
    onDeskChange,
    onChange,
    actions,
    notice,
    isSmall,
    isStatic,
    coveredLabel,
  } = props;
  /** A change is on the sheet at once, and on the rest of the page when there is time. */
  const [plan, showPlan] = useOptimistic(props.plan);
  const desk = Math.min(props.desk, plan.desks.length - 1);
  const name = plan.desks[desk]?.name ?? '';
  const panelId = useId();
  const grid = useRef<HTMLDivElement>(null);
  /** The desk whose new shifts move: none after the page loads, or the desk changes. */
  const [movingDesk, setMovingDesk] = useState<number | null>(null);
  const [half, setHalf] = useState(0);
  const painting = usePainting(plan, desk, onChange && paintPlan);
  const { open, painted, shown, stroke, block, entry } = painting;
  const workers = useMemo(
    () => listWorkers(answer?.desks.find((one) => one.name === name)),
    [answer, name],
  );

  function paintPlan(changed: Plan) {
    setMovingDesk(desk);
    startTransition(() => {
      showPlan(changed);
      onChange?.(changed);
    });
  }

  function showDesk(next: number) {
    painting.cancel();
    painting.choose(null);
    setMovingDesk(null);
    onDeskChange?.(next);
  }

  /** The buttons of the foot go, and would take the focus with them. */
  function focusGrid() {
    const cell = grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    cell?.focus({ preventScroll: true });
  }

  const range = useMemo(() => getHourRange(plan), [plan]);
  const [first, last] = [range.first * 2, range.last * 2];
  const pieces = useMemo(
    () => days.map((day) => listPieces(day, first, last, { open, workers, painted })),
    [first, last, open, workers, painted],
  );
  const hours = range.last - range.first;
  const hasHalves = hours > maxPhoneHours && !isStatic;
  const stroked = stroke && describeStroke(stroke, stroke.below, open);
  const minutes = plan.desks.reduce((sum, one) => sum + countMinutes(one.hours), 0);
  const requested = minutes * (plan.perLocation ? (plan.locations ?? 1) : 1);
  const isAnswered = answer?.requestedMinutes === requested;
  const firstOpenDay = Math.floor(open.indexOf(1) / cellsPerDay);
  const hasFoot = onChange ?? actions ?? notice;
  const hintDay = onChange && !shown.includes(1) ? firstOpenDay : -1;

  function getWords() {
    if (stroked) return stroked.words;
    if (block) return describeBlock(block, workers, people);
    return describeSum(plan, isAnswered ? answer : undefined, people);
  }

  function renderActions() {
    if (stroke?.isTouch) return <Lens stroke={stroke} range={range} />;
    if (stroke) {
      return (
        <div className={styles.actions}>
          <Button variant="secondary" onClick={painting.cancel}>
            Cancel <kbd>Esc</kbd>
          </Button>
        </div>
      );
    }
    if (block) return <BlockFields painting={painting} onClose={focusGrid} />;
    if (minutes > 0 || !onChange) return <div className={styles.actions}>{actions}</div>;
    const lunch = markPreset(presets[0], open);
    return (
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => painting.paint(togglePainted(painted, lunch))}>
          Begin with Lunch
        </Button>
      </div>
    );
  }

  return (
    <div className={styles.planSheet} data-live={onChange && ''} data-small={isSmall}>
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
                painting.change(changed);
                showDesk(next);
              })
            }
            panelId={panelId}
          />
        )}
        {onChange && <SheetTools painting={painting} deskName={name} />}
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
      <div
        id={panelId}
        {...(onDeskChange && { role: 'tabpanel', 'aria-labelledby': `${panelId}-tab` })}
      >
        <div
          ref={grid}
          className={styles.sheet}
          {...(onChange ? { role: 'grid', 'aria-multiselectable': true } : { role: 'table' })}
          {...{ 'aria-label': `${name}, hours nobody covers` }}
          data-first={range.first}
          data-hours={hours}
          data-half={hasHalves ? half : undefined}
          data-moving={movingDesk === desk || undefined}
          {...painting.handlers}
        >
          <HourRuler
            range={range}
            timeZone={plan.timeZone}
            isLong={hours > maxPhoneHours}
            isStatic={isStatic}
          />
          {days.map((day) => {
            const mark = getMark(day, block, stroke);
            const below = pieces[day] ?? [];
            const tag = stroke?.end.day === day && !stroke.isTouch ? stroked?.tag : undefined;
            return (
              <SheetDay
                key={day}
                day={day}
                pieces={below}
                shown={
                  stroke && mark
                    ? listPieces(day, first, last, { open, workers, painted: shown, stroke })
                    : below
                }
                mark={mark && { ...mark, tag }}
                entry={onChange && (entry?.day === day ? entry.cell : null)}
                hasHint={day === hintDay}
                people={people}
              />
            );
          })}
        </div>
      </div>
      {hasFoot && (
        <SheetFoot
          words={getWords()}
          requested={requested}
          covered={Math.min(requested, answer?.coveredMinutes ?? 0)}
          notice={stroke || block ? undefined : notice}
          isPainting={stroke !== null}
          isEditing={!stroke && block !== undefined}
        >
          {renderActions()}
        </SheetFoot>
      )}
      {(hasFoot || coveredLabel) && (
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
