import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import * as styles from './PictureField.module.css';

/** Step in percent. */
const step = 5;

/** The face's height in percent of the picture's, until the owner chooses it. */
const defaultHead = 45;
const minHead = 10;

/** How far below the middle of the ring its handle is, as a part of its height. */
const handleOffset = 0.44;

interface Point {
  x: number;
  y: number;
  /** Undefined for a point without a face. */
  head?: number;
}

type Move = readonly [x: number, y: number, head: number];

const keyMoves: Record<string, Move> = {
  ArrowLeft: [-step, 0, 0],
  ArrowRight: [step, 0, 0],
  ArrowUp: [0, -step, 0],
  ArrowDown: [0, step, 0],
  '+': [0, 0, step],
  '=': [0, 0, step],
  PageUp: [0, 0, step],
  '-': [0, 0, -step],
  PageDown: [0, 0, -step],
};

const snap = (percent: number, min = 0) =>
  Math.min(100, Math.max(min, Math.round(percent / step) * step));

const formatFocus = ({ x, y, head }: Point) =>
  `${snap(x)}% ${snap(y)}%${head === undefined ? '' : ` / ${snap(head, minHead)}%`}`;

function parseFocus(focus: string, hasFace: boolean): Point {
  const [x = 50, y = 50, head = defaultHead] = focus
    .split(/ (?:\/ )?/)
    .map((part) => Number.parseInt(part, 10));
  return hasFace ? { x, y, head } : { x, y };
}

interface Props {
  /** See `Picture`. */
  focus: string;
  /** Whether the ring stands around a face, and has a size. */
  hasFace: boolean;
  onChange: (focus: string) => void;
  /** The preview below the ring. */
  children: ReactNode;
}

/**
 * Ring on the picture to choose its focal point, or to put around the face: by pointer, arrow keys,
 * and plus and minus.
 */
export function FocalPointPicker({ focus, hasFace, onChange, children }: Props) {
  const point = parseFocus(focus, hasFace);
  const { x, y, head } = point;
  const area = useRef<HTMLDivElement>(null);
  const isResizing = useRef(false);

  function change(next: Point) {
    const text = formatFocus(next);
    if (text !== focus) onChange(text);
  }

  function followPointer({ clientX, clientY }: PointerEvent) {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    const left = ((clientX - box.left) / box.width) * 100;
    const top = ((clientY - box.top) / box.height) * 100;
    if (isResizing.current) change({ ...point, head: (top - y) / handleOffset });
    else change({ ...point, x: left, y: top });
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isResizing.current = event.target instanceof Element && event.target.matches('[data-handle]');
    if (!isResizing.current) followPointer(event);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) followPointer(event);
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = keyMoves[event.key];
    if (!move || (move[2] !== 0 && head === undefined)) return;
    event.preventDefault();
    change({
      x: x + move[0],
      y: y + move[1],
      ...(head !== undefined && { head: head + move[2] }),
    });
  }

  const place = `${x}% from the left, ${y}% from the top`;
  return (
    // A two-dimensional slider. ARIA has no better role, and with this one screen readers pass the
    // arrow keys on.
    <div
      ref={area}
      className={styles.focalPoint}
      data-focus={focus}
      role="slider"
      tabIndex={0}
      aria-label={hasFace ? 'Face' : 'What must stay in view'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={x}
      aria-valuetext={head === undefined ? place : `${place}, ${head}% high`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      {children}
      {hasFace ? (
        <span className={styles.faceRing} aria-hidden="true">
          <i data-handle />
        </span>
      ) : (
        <span className={styles.ring} aria-hidden="true" />
      )}
    </div>
  );
}
