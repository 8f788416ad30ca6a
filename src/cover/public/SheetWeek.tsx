// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place blocks across its cells.
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { Button } from '../../ui/Button';
import type { CoverAnswer, Plan } from '../contract';
import { countPlanMinutes } from '../plan-words';
import { cellsPerDay } from '../week';
import type { Mark, SheetPerson } from './DayPieces';
import { HourRuler } from './HourRuler';
import * as styles from './PlanSheet.module.css';
import {
  type Block,
  getRectangle,
  markPreset,
  presets,
  type Stroke,
  togglePainted,
  toIndex,
} from './paint';
import { SheetDay } from './SheetDay';
import { BlockFields, Lens, SheetFoot } from './SheetFoot';
import { listPieces, listWorkers } from './sheet-pieces';
import { describeBlock, describeStroke, describeSum } from './sheet-words';
import type { DeskHours } from './use-desk-hours';
import { usePainting } from './use-painting';

/** A desk's sheet: its content, and the controls around it on the page. */
export interface SheetWeekProps {
  plan: Plan;
  /** For the plan, or for the last one that was answered; undefined before the first. */
  answer: CoverAnswer | undefined;
  /** The plan of the answer, if that may be an earlier one: the foot says nothing of its people. */
  answeredPlan?: Plan;
  /** Everybody in the answer, by their id. */
  people: ReadonlyMap<string, SheetPerson>;
  /** Without it, the sheet has no tabs. */
  onDeskChange?: (desk: number) => void;
  /** A stroke, a preset, undo, or a desk that was added. Without it, the sheet is read-only. */
  onChange?: (plan: Plan) => void;
  /** Buttons at the end of the foot. */
  actions?: ReactNode;
  /** Replaces who can work the hours, in the foot: slow, offline. */
  notice?: ReactNode;
  /** For a page without scripts: long days are whole on phones, too. */
  isStatic?: boolean;
}

interface Props extends SheetWeekProps {
  name: string;
  deskHours: DeskHours;
  /** The first and the last hour. */
  range: { first: number; last: number };
  /** Too many hours for a phone: it shows this half of them, or all if it is undefined. */
  isLong: boolean;
  half: number | undefined;
  /** New shifts move. */
  isMoving: boolean;
  /** The tabs' panel. */
  panelId: string;
}

const days = [0, 1, 2, 3, 4, 5, 6];

/**
 * Frames the chosen block, or the part of a stroke that is on a day.
 * @param shown the week with the stroke
 */
function getMark(
  day: number,
  block: Block | undefined,
  stroke: Stroke | null,
  shown: Uint8Array,
): Mark | undefined {
  if (!stroke) return block?.day === day ? { ...block, kind: 'chosen' } : undefined;
  const { firstDay, lastDay, from, to } = getRectangle(stroke);
  if (day < firstDay || day > lastDay) return undefined;
  const cells = shown.subarray(toIndex({ day, cell: from }), toIndex({ day, cell: to }));
  const isHatched = !cells.includes(0);
  return { kind: stroke.isErasing ? 'erasing' : 'painting', from, to, isHatched };
}

/** Counts the painted half hours of a day. */
const countCells = (week: Uint8Array, day: number): number =>
  week.subarray(day * cellsPerDay, (day + 1) * cellsPerDay).reduce((sum, value) => sum + value, 0);

/** The days of the sheet, on which strokes are drawn, and its foot. */
export function SheetWeek(props: Props) {
  const {
    plan,
    answer,
    answeredPlan = plan,
    people,
    name,
    deskHours,
    range,
    isLong,
    half,
    panelId,
  } = props;
  const { onDeskChange, onChange, actions, notice } = props;
  const { open, painted, block, paint } = deskHours;
  const grid = useRef<HTMLDivElement>(null);
  const { shown, stroke, entry, handlers, cancel } = usePainting(deskHours, !onChange);
  const workers = useMemo(
    () => listWorkers(answer?.desks.find((one) => one.name === name)),
    [answer, name],
  );
  const [first, last] = [range.first * 2, range.last * 2];
  const pieces = useMemo(
    () => days.map((day) => listPieces(day, first, last, { open, workers, painted })),
    [first, last, open, workers, painted],
  );
  // While a stroke is drawn the days come first: the foot follows when there is time.
  const drawn = useDeferredValue(stroke?.isInstant ? null : stroke);
  const stroked = drawn && describeStroke(drawn, drawn.below, open);
  const requested = countPlanMinutes(plan);
  const firstOpenDay = Math.floor(open.indexOf(1) / cellsPerDay);
  const hintDay = onChange && !shown.includes(1) ? firstOpenDay : -1;

  /** The buttons of the foot go, and would take the focus with them. */
  function focusGrid() {
    grid.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
  }

  function getWords() {
    if (stroked) return stroked.words;
    if (block) return describeBlock(block, workers, people);
    return describeSum(plan, answeredPlan === plan ? answer : undefined, people);
  }

  function renderActions() {
    if (drawn?.isTouch) return <Lens stroke={drawn} range={range} />;
    if (drawn) {
      return (
        <div className={styles.actions}>
          <Button key="cancel" variant="secondary" onClick={cancel}>
            Cancel <kbd>Esc</kbd>
          </Button>
        </div>
      );
    }
    if (block) return <BlockFields deskHours={deskHours} onClose={focusGrid} />;
    if (requested > 0 || !onChange) return <div className={styles.actions}>{actions}</div>;
    const lunch = markPreset(presets[0], open);
    return (
      <div className={styles.actions}>
        <Button
          key="lunch"
          variant="secondary"
          onClick={() => {
            paint(togglePainted(painted, lunch));
            focusGrid();
          }}
        >
          Begin with Lunch
        </Button>
      </div>
    );
  }

  return (
    <>
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
          data-hours={range.last - range.first}
          data-half={half}
          data-moving={props.isMoving || undefined}
          {...handlers}
        >
          <HourRuler
            range={range}
            timeZone={plan.timeZone}
            isLong={isLong}
            isStatic={props.isStatic}
          />
          {days.map((day) => {
            const mark = getMark(day, block, stroke, shown);
            const below = pieces[day] ?? [];
            // Hatching in front of the blocks is quick. Else those change that are below the stroke.
            const isInFront = mark?.isHatched && stroke?.below === painted;
            const tag = drawn?.end.day === day && !drawn.isTouch ? stroked?.tag : undefined;
            return (
              <SheetDay
                key={day}
                day={day}
                pieces={below}
                shown={
                  stroke && mark && !isInFront
                    ? listPieces(day, first, last, { open, workers, painted: shown })
                    : below
                }
                hours={countCells(shown, day) / 2}
                mark={mark && { ...mark, tag }}
                entry={onChange && (entry?.day === day ? entry.cell : null)}
                hasHint={day === hintDay}
                people={people}
              />
            );
          })}
        </div>
      </div>
      {(onChange ?? actions ?? notice) && (
        <SheetFoot
          words={getWords()}
          requested={requested}
          covered={Math.min(requested, answer?.coveredMinutes ?? 0)}
          notice={drawn || block ? undefined : notice}
          isPainting={drawn !== null}
          isEditing={!drawn && block !== undefined}
        >
          {renderActions()}
        </SheetFoot>
      )}
    </>
  );
}
