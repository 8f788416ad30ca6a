import type { ReactNode } from 'react';
import { formatHour } from '../../lib/time/format-hour';
import { Button, IconButton } from '../../ui/Button';
import { getRectangle, type Stroke, toHour } from './paint';
import * as styles from './SheetFoot.module.css';
import { Minus, Plus, Trash2 } from './sheet-icons';
import type { Words } from './sheet-words';
import type { DeskHours } from './use-desk-hours';

interface FootProps {
  words: Words;
  /** Minutes of the plan, and those of them that somebody can work. */
  requested: number;
  covered: number;
  /** Replaces who can work the hours. */
  notice: ReactNode;
  /** A stroke is being drawn: not announced before it ends. */
  isPainting: boolean;
  /** The ends of a block are shown, which need the whole width of a narrow window. */
  isEditing: boolean;
  /** On the right, or below on phones. */
  children: ReactNode;
}

/** The sum of a plan. It stays at the lower edge of the window until the sheet ends. */
export function SheetFoot(props: FootProps) {
  const { words, requested, covered, notice, isPainting, isEditing, children } = props;
  const { title, text, shortTitle = title, shortText = text } = words;
  return (
    <section className={styles.foot} aria-label="Your plan" data-editing={isEditing || undefined}>
      <Rail requested={requested} covered={covered} />
      <div className={styles.sum} aria-live={isPainting ? 'off' : 'polite'} aria-atomic="true">
        <p className={styles.title}>
          <span className={styles.long}>{title}</span>
          <span className={styles.short}>{shortTitle}</span>
        </p>
        {notice ?? (
          <p>
            <span className={styles.long}>{text}</span>
            <span className={styles.short}>{shortText}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

/** Above this, ticks would touch. */
const maxTicks = 120;

/** The hours of a plan: a tick each, yellow where somebody can work. */
function Rail({ requested, covered }: Pick<FootProps, 'requested' | 'covered'>) {
  const hours = requested / 60 || 12;
  const ticks = Array.from({ length: Math.ceil(hours) - 1 }, (_, index) => `M${index + 1} .5v.5`);
  return (
    <svg
      className={styles.rail}
      data-empty={requested === 0 || undefined}
      viewBox={`0 0 ${hours} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={covered / 60} height={1} />
      {hours <= maxTicks && <path d={ticks.join('')} />}
    </svg>
  );
}

interface BlockProps {
  deskHours: DeskHours;
  /** The block is finished or removed. */
  onClose: () => void;
}

/** The ends of the chosen block in half hours. */
export function BlockFields({ deskHours, onClose }: BlockProps) {
  const { block, moveBlock, isOpen, choose } = deskHours;
  if (!block) return null;
  const { from, to } = block;
  const isShort = to - from < 2;
  function close(finish: () => void) {
    finish();
    onClose();
  }
  return (
    <div className={styles.fields}>
      <Stepper
        label="From"
        cell={from}
        onEarlier={isOpen(from - 1) ? () => moveBlock({ ...block, from: from - 1 }) : undefined}
        onLater={isShort ? undefined : () => moveBlock({ ...block, from: from + 1 })}
      />
      <Stepper
        label="To"
        cell={to}
        onEarlier={isShort ? undefined : () => moveBlock({ ...block, to: to - 1 })}
        onLater={isOpen(to) ? () => moveBlock({ ...block, to: to + 1 }) : undefined}
      />
      <Button variant="quiet" size="s" onClick={() => close(() => moveBlock(null))}>
        <Trash2 />
        Remove
      </Button>
      <Button variant="secondary" onClick={() => close(() => choose(null))}>
        Done
      </Button>
    </div>
  );
}

interface StepperProps {
  label: string;
  cell: number;
  /** Undefined if there is no earlier or later one. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

/** Its buttons are not `disabled`: a disabled button loses the keyboard focus. */
function Stepper({ label, cell, onEarlier, onLater }: StepperProps) {
  return (
    <fieldset className={styles.stepper} aria-label={label}>
      <IconButton
        label={`${label} half an hour earlier`}
        aria-disabled={!onEarlier}
        onClick={onEarlier}
      >
        <Minus />
      </IconButton>
      <p>
        <small>{label}</small>
        <span>{formatHour(toHour(cell))}</span>
      </p>
      <IconButton label={`${label} half an hour later`} aria-disabled={!onLater} onClick={onLater}>
        <Plus />
      </IconButton>
    </fieldset>
  );
}

interface LensProps {
  stroke: Stroke;
  range: { first: number; last: number };
}

/** The day that a thumb paints, enlarged, because the thumb is in front of it. */
export function Lens({ stroke, range: { first, last } }: LensProps) {
  const { from, to } = getRectangle(stroke);
  const hours = Array.from(
    { length: Math.ceil((last - first) / 2) },
    (_, index) => first + 2 * index,
  );
  return (
    <div
      className={styles.lens}
      data-erasing={stroke.isErasing || undefined}
      aria-hidden="true"
      style={{
        '--first': first,
        '--hours': last - first,
        '--from': toHour(from),
        '--to': toHour(to),
      }}
    >
      <i />
      {hours.map((hour) => (
        <span key={hour} style={{ '--hour': hour }}>
          {hour === 12 ? 'noon' : hour % 12 || 12}
        </span>
      ))}
    </div>
  );
}
