import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import * as styles from './PictureField.module.css';

/** Step in percent. */
const step = 10;

const keyMoves: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

const snapToStep = (percent: number) =>
  Math.min(100, Math.max(0, Math.round(percent / step) * step));

const formatFocus = (x: number, y: number) => `${snapToStep(x)}% ${snapToStep(y)}%`;

interface Props {
  /** `"X% Y%"`. */
  focus: string;
  onChange: (focus: string) => void;
  /** The preview below the ring. */
  children: ReactNode;
}

/** Ring on the preview to choose the focal point, by pointer or arrow keys. */
export function FocalPointPicker({ focus, onChange, children }: Props) {
  const [x = 50, y = 50] = focus.split(' ').map((part) => Number.parseInt(part, 10));
  const area = useRef<HTMLDivElement>(null);

  function movePoint({ clientX, clientY }: PointerEvent) {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    const next = formatFocus(
      ((clientX - box.left) / box.width) * 100,
      ((clientY - box.top) / box.height) * 100,
    );
    if (next !== focus) onChange(next);
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    movePoint(event);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) movePoint(event);
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = keyMoves[event.key];
    if (!move) return;
    event.preventDefault();
    onChange(formatFocus(x + move[0], y + move[1]));
  }

  return (
    // A two-dimensional slider. ARIA has no better role, and with this one screen readers pass the
    // arrow keys on.
    <div
      ref={area}
      className={styles.focalPoint}
      data-focus={focus}
      role="slider"
      tabIndex={0}
      aria-label="What must stay in view"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={x}
      aria-valuetext={`${x}% from the left, ${y}% from the top`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      {children}
      <span className={styles.ring} aria-hidden="true" />
    </div>
  );
}
