import { useEffect, useMemo, useRef, useState } from 'react';
import type { Plan } from '../contract';
import { cellsPerDay, markCells } from '../week';
import { type Block, findBlock, type Position, replaceBlock, setHours, toIndex } from './paint';

const maxUndoSteps = 50;

/**
 * The hours of a desk: what has been painted, the way back, and the block that is chosen.
 * @param onChange undefined if the sheet is read-only
 */
export function useDeskHours(
  plan: Plan,
  desk: number,
  onChange: ((plan: Plan) => void) | undefined,
) {
  const hours = plan.desks[desk]?.hours;
  const painted = useMemo(() => markCells(hours ?? []), [hours]);
  const open = useMemo(() => markCells(plan.open), [plan.open]);
  const [past, setPast] = useState<readonly Plan['desks'][]>([]);
  const [chosen, setChosen] = useState<Position | null>(null);
  const block = chosen ? findBlock(painted, chosen) : undefined;

  function change(changed: Plan) {
    setPast((steps) => [...steps, plan.desks].slice(-maxUndoSteps));
    onChange?.(changed);
  }

  /** Changes the hours of the desk. @param nextChosen a half hour of the block that is chosen then */
  function paint(week: Uint8Array, nextChosen: Position | null = null) {
    setChosen(nextChosen);
    if (week.some((value, index) => value !== painted[index])) change(setHours(plan, desk, week));
  }

  const latest = useRef({ plan, change });
  useEffect(() => {
    latest.current = { plan, change };
  });

  return {
    open,
    painted,
    block,
    choose: setChosen,
    change,
    paint,
    canUndo: past.length > 0,
    undo() {
      const desks = past.at(-1);
      if (!desks) return;
      setPast(past.slice(0, -1));
      setChosen(null);
      onChange?.({ ...plan, desks });
    },
    /** Brings the present desks back later, whatever has been painted since. */
    createRestore: () => () => latest.current.change({ ...latest.current.plan, desks: plan.desks }),
    /** Moves the ends of the chosen block. */
    moveBlock(moved: Block | null) {
      if (block) {
        const nextChosen = moved && { day: moved.day, cell: moved.from };
        paint(replaceBlock(painted, block, moved), nextChosen);
      }
    },
    /** Returns whether a half hour of the chosen block's day is open. */
    isOpen: (cell: number) =>
      block !== undefined &&
      cell >= 0 &&
      cell < cellsPerDay &&
      open[toIndex({ day: block.day, cell })] === 1,
  };
}

export type DeskHours = ReturnType<typeof useDeskHours>;
