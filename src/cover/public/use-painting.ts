import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Plan } from '../contract';
import { cellsPerDay, markCells } from '../week';
import { isRightToLeft, locate, readPosition } from './locate';
import {
  applyStroke,
  type Block,
  createHourStroke,
  findBlock,
  findEntry,
  moveCursor,
  type Position,
  replaceBlock,
  type Stroke,
  setHours,
  toIndex,
} from './paint';

/** Distance in CSS pixels from which a pointer draws: below it is a click or a tap. */
const minDistancePx = 10;

const maxUndoSteps = 50;

/** A stroke that is being drawn, and the hours below it. */
interface ActiveStroke extends Stroke {
  below: Uint8Array;
  isTouch: boolean;
}

interface Gesture {
  pointerId: number;
  x: number;
  y: number;
  stroke: ActiveStroke;
  hasMoved: boolean;
  /** An edge of the chosen block is being dragged. */
  isResizing: boolean;
}

/** Where the undo key is for something else. */
const otherUndo = 'input, textarea, select, [role="dialog"]';

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(otherUndo) !== null;

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z';

const isSamePosition = (a: Position, b: Position) => a.day === b.day && a.cell === b.cell;

/**
 * Paints the hours of a desk with the mouse, a thumb or the keyboard.
 * @param onChange undefined if the sheet is read-only
 */
export function usePainting(
  plan: Plan,
  desk: number,
  onChange: ((plan: Plan) => void) | undefined,
) {
  const hours = plan.desks[desk]?.hours;
  const painted = useMemo(() => markCells(hours ?? []), [hours]);
  const open = useMemo(() => markCells(plan.open), [plan.open]);
  const usable = useMemo(
    () => open.map((value, index) => value || (painted[index] ?? 0)),
    [open, painted],
  );
  const [past, setPast] = useState<readonly Plan['desks'][]>([]);
  const [stroke, setStroke] = useState<ActiveStroke | null>(null);
  const [chosen, setChosen] = useState<Position | null>(null);
  const [cursor, setCursor] = useState<Position | undefined>();
  const gesture = useRef<Gesture | null>(null);
  /** The half hour that the last key painted or erased. Shift and the arrows carry that on. */
  const lastKey = useRef<{ at: Position; isErasing: boolean } | null>(null);

  const entry = cursor && usable[toIndex(cursor)] ? cursor : findEntry(usable);
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

  function undo() {
    const desks = past.at(-1);
    if (!desks) return;
    setPast(past.slice(0, -1));
    cancel();
    setChosen(null);
    onChange?.({ ...plan, desks });
  }

  function cancel() {
    gesture.current = null;
    setStroke(null);
  }

  function focusCell(grid: Element, { day, cell }: Position) {
    setCursor({ day, cell });
    grid
      .querySelector<HTMLElement>(`[data-day="${day}"] [data-cell="${cell}"]`)
      ?.focus({ preventScroll: true });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const target = event.target instanceof Element ? event.target : null;
    // On a Mac, Control opens a menu, and the pointer may never be released.
    const isPress = event.button === 0 && event.isPrimary && !event.ctrlKey;
    if (!isPress || !target?.closest('[data-track]')) return;
    const at = locate(event.currentTarget, event);
    const edge = block && target.closest('[data-edge]')?.getAttribute('data-edge');
    if (!edge && !usable[toIndex(at)]) return;
    const isTouch = event.pointerType === 'touch';
    const drawn: ActiveStroke = edge
      ? {
          start: { day: block.day, cell: edge === 'from' ? block.to - 1 : block.from },
          end: { day: block.day, cell: edge === 'from' ? block.from : block.to - 1 },
          isErasing: false,
          below: replaceBlock(painted, block, null),
          isTouch,
        }
      : { start: at, end: at, isErasing: painted[toIndex(at)] === 1, below: painted, isTouch };
    const { pointerId, clientX: x, clientY: y } = event;
    gesture.current = { pointerId, x, y, stroke: drawn, hasMoved: false, isResizing: !!edge };
    event.currentTarget.setPointerCapture(pointerId);
    // No selection of text.
    if (!isTouch) event.preventDefault();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { current } = gesture;
    if (current?.pointerId !== event.pointerId) return;
    const at = locate(event.currentTarget, event);
    if (!current.hasMoved) {
      const x = Math.abs(event.clientX - current.x);
      const y = Math.abs(event.clientY - current.y);
      // A thumb that moves up or down scrolls.
      const isDrawing = current.stroke.isTouch
        ? x >= minDistancePx && x > y
        : Math.max(x, y) >= minDistancePx || !isSamePosition(at, current.stroke.start);
      if (!isDrawing) return;
    } else if (isSamePosition(at, current.stroke.end)) {
      return;
    }
    const day = current.isResizing ? current.stroke.start.day : at.day;
    current.hasMoved = true;
    current.stroke = { ...current.stroke, end: { day, cell: at.cell } };
    setStroke(current.stroke);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const { current } = gesture;
    if (current?.pointerId !== event.pointerId) return;
    cancel();
    const { stroke: drawn, hasMoved, isResizing } = current;
    if (hasMoved) {
      paint(applyStroke(drawn.below, drawn, open), isResizing ? drawn.start : null);
    } else if (painted[toIndex(drawn.start)]) {
      setChosen(drawn.start);
    } else {
      const hour = createHourStroke(drawn.start);
      paint(applyStroke(painted, hour, open), drawn.isTouch ? drawn.start : null);
    }
    setCursor(drawn.end);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = readPosition(event.target);
    if (!at) return;
    const { key, shiftKey } = event;
    if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      const isErasing = painted[toIndex(at)] === 1;
      paint(applyStroke(painted, { start: at, end: at, isErasing }, open));
      lastKey.current = { at, isErasing };
    } else {
      const mirrored: Record<string, string> = isRightToLeft(event.currentTarget)
        ? { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }
        : {};
      const next = moveCursor(at, mirrored[key] ?? key, usable);
      if (!next) return;
      event.preventDefault();
      if (shiftKey) {
        const last = lastKey.current;
        const isErasing =
          last && isSamePosition(last.at, at) ? last.isErasing : painted[toIndex(at)] === 1;
        const drawn = stroke ?? { start: at, isErasing, below: painted, isTouch: false };
        setStroke({ ...drawn, end: next });
      } else {
        lastKey.current = null;
      }
      focusCell(event.currentTarget, next);
    }
  }

  function onKeyUp({ key }: KeyboardEvent<HTMLElement>) {
    if (key !== 'Shift' || !stroke || gesture.current) return;
    setStroke(null);
    paint(applyStroke(painted, stroke, open));
    lastKey.current = { at: stroke.end, isErasing: stroke.isErasing };
  }

  function onWindowKey(event: globalThis.KeyboardEvent) {
    if (event.key === 'Escape') {
      // The stroke first, then the chosen block.
      if (stroke) cancel();
      else setChosen(null);
    } else if (isUndoKey(event) && !isElsewhere(event.target)) {
      event.preventDefault();
      undo();
    }
  }
  const latest = useRef({ plan, change, onWindowKey });
  useEffect(() => {
    latest.current = { plan, change, onWindowKey };
  });
  const isReadOnly = !onChange;
  useEffect(() => {
    if (isReadOnly) return;
    const onKey = (event: globalThis.KeyboardEvent) => latest.current.onWindowKey(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isReadOnly]);

  return {
    open,
    painted,
    /** The hours with the stroke that is being drawn. */
    shown: stroke ? applyStroke(stroke.below, stroke, open) : painted,
    stroke,
    block,
    /** The half hour that Tab reaches. */
    entry,
    canUndo: past.length > 0,
    change,
    paint,
    undo,
    /** Brings the present desks back later, whatever has been painted since. */
    createRestore: () => () => latest.current.change({ ...latest.current.plan, desks: plan.desks }),
    cancel,
    choose: setChosen,
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
    handlers: onChange && {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      onKeyDown,
      onKeyUp,
      onBlur: (event: FocusEvent<HTMLElement>) => {
        const isWithin = event.currentTarget.contains(event.relatedTarget);
        if (stroke && !gesture.current && !isWithin) setStroke(null);
      },
    },
  };
}

export type Painting = ReturnType<typeof usePainting>;
