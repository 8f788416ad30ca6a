import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { afterNextPaint } from '../../lib/browser/browser-timing';
import { createLocator, isRightToLeft, readPosition } from './locate';
import {
  applyStroke,
  createHourStroke,
  findEntry,
  moveCursor,
  type Position,
  replaceBlock,
  type Stroke,
  toIndex,
} from './paint';
import type { DeskHours } from './use-desk-hours';

/** Distance in CSS pixels from which a pointer draws: below it is a click or a tap. */
const minDistancePx = 10;

/** A stroke that is being drawn, and the hours below it. */
interface ActiveStroke extends Stroke {
  below: Uint8Array;
  isTouch: boolean;
  /** A tap or a key: there is nothing to say before the hours are painted. */
  isInstant?: boolean;
}

interface Gesture {
  pointerId: number;
  x: number;
  y: number;
  locate: ReturnType<typeof createLocator>;
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
 * Paints the hours of a desk with the mouse, a thumb or the keyboard. Apart from the hours themselves:
 * a stroke that is being drawn renders nothing but the sheet.
 */
export function usePainting(hours: DeskHours, isReadOnly: boolean) {
  const { painted, open, block, paint, choose } = hours;
  const usable = useMemo(
    () => open.map((value, index) => value || (painted[index] ?? 0)),
    [open, painted],
  );
  const [stroke, setStroke] = useState<ActiveStroke | null>(null);
  const [cursor, setCursor] = useState<Position | undefined>();
  const gesture = useRef<Gesture | null>(null);
  /** The half hour that the last key painted or erased. Shift and the arrows carry that on. */
  const lastKey = useRef<{ at: Position; isErasing: boolean } | null>(null);
  /** Paints the stroke that has ended. */
  const finish = useRef<() => void>(undefined);

  const entry = cursor && usable[toIndex(cursor)] ? cursor : findEntry(usable);

  /**
   * Ends a stroke. The next paint shows it as it was drawn, which is quick; what follows from it is
   * rendered after that.
   */
  function endStroke(drawn: ActiveStroke, nextChosen: Position | null = null) {
    gesture.current = null;
    setStroke(drawn);
    finish.current = () => {
      setStroke(null);
      setCursor(drawn.end);
      paint(applyStroke(drawn.below, drawn, open), nextChosen);
    };
    void afterNextPaint().then(finishStroke);
  }

  /** Paints at once: who presses next, or leaves, relies on it. */
  function finishStroke() {
    const { current } = finish;
    finish.current = undefined;
    if (current) flushSync(current);
  }

  function cancel() {
    gesture.current = null;
    setStroke(null);
  }

  function focusCell(grid: Element, { day, cell }: Position) {
    setCursor({ day, cell });
    grid.querySelector<HTMLElement>(`[data-day="${day}"] [data-cell="${cell}"]`)?.focus();
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const target = event.target instanceof Element ? event.target : null;
    // On a Mac, Control opens a menu, and the pointer may never be released.
    const isPress = event.button === 0 && event.isPrimary && !event.ctrlKey;
    if (!isPress || !target?.closest('[data-track]')) return;
    const locate = createLocator(event.currentTarget);
    const at = locate(event);
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
    gesture.current = {
      pointerId,
      x,
      y,
      locate,
      stroke: drawn,
      hasMoved: false,
      isResizing: !!edge,
    };
    event.currentTarget.setPointerCapture(pointerId);
    // No selection of text.
    if (!isTouch) event.preventDefault();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { current } = gesture;
    if (current?.pointerId !== event.pointerId) return;
    const at = current.locate(event);
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
    const { stroke: drawn, hasMoved, isResizing } = current;
    if (hasMoved) {
      endStroke(drawn, isResizing ? drawn.start : null);
    } else if (painted[toIndex(drawn.start)]) {
      cancel();
      choose(drawn.start);
      setCursor(drawn.start);
    } else {
      const hour = { ...drawn, ...createHourStroke(drawn.start), isInstant: true };
      endStroke(hour, drawn.isTouch ? drawn.start : null);
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = readPosition(event.target);
    if (!at) return;
    const { key, shiftKey } = event;
    if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      const isErasing = painted[toIndex(at)] === 1;
      const drawn = { start: at, end: at, isErasing, below: painted, isTouch: false };
      endStroke({ ...drawn, isInstant: true });
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
    endStroke(stroke);
    lastKey.current = { at: stroke.end, isErasing: stroke.isErasing };
  }

  function onWindowKey(event: globalThis.KeyboardEvent) {
    if (event.key === 'Escape') {
      // The stroke first, then the chosen block.
      if (gesture.current || stroke) cancel();
      else choose(null);
    } else if (isUndoKey(event) && !isElsewhere(event.target)) {
      event.preventDefault();
      cancel();
      hours.undo();
    }
  }
  const latest = useRef({ onWindowKey, finishStroke });
  useEffect(() => {
    latest.current = { onWindowKey, finishStroke };
  });
  useEffect(() => {
    if (isReadOnly) return;
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('keydown', (event) => latest.current.onWindowKey(event), { signal });
    // The next press finds the stroke painted, and a visitor who leaves keeps it.
    for (const type of ['pointerdown', 'keydown', 'pagehide']) {
      addEventListener(type, () => latest.current.finishStroke(), { signal, capture: true });
    }
    return () => controller.abort();
  }, [isReadOnly]);

  return {
    /** The hours with the stroke that is being drawn. */
    shown: stroke ? applyStroke(stroke.below, stroke, open) : painted,
    stroke,
    /** The half hour that Tab reaches. */
    entry,
    cancel,
    handlers: isReadOnly
      ? undefined
      : {
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
