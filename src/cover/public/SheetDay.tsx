// biome-ignore-all lint/a11y/useSemanticElements: a table cannot place blocks across its cells.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a grid are focusable, its rows are not.
import { memo, useDeferredValue } from 'react';
import { weekdays } from '../../lib/time/weekdays';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { DayPieces, type Mark, MarkFrame, type SheetPerson } from './DayPieces';
import * as styles from './SheetDay.module.css';
import type { Piece } from './sheet-pieces';
import { formatCells } from './sheet-words';

interface Props {
  /** 0 for Monday. */
  day: number;
  /** The hours of the plan. */
  pieces: readonly Piece[];
  /** The hours that are shown: those of the plan, without what is being erased. */
  shown: readonly Piece[];
  /** How many hours are painted, with the stroke that is being drawn. */
  hours: number;
  mark: Mark | undefined;
  /** The half hour that Tab reaches, if it is on this day. Undefined if the sheet is read-only. */
  entry: number | null | undefined;
  /** Says how to begin. */
  hasHint: boolean;
  people: ReadonlyMap<string, SheetPerson>;
}

/** Compares props by value: a stroke changes only the rows that it touches. */
function isSame<T extends Pick<Props, 'people'>>(a: T, b: T): boolean {
  const isEqual = (key: keyof T) =>
    a[key] === b[key] || (key !== 'people' && JSON.stringify(a[key]) === JSON.stringify(b[key]));
  return (Object.keys(a) as (keyof T)[]).every(isEqual);
}

const isNeeded = ({ kind }: Piece) => kind !== 'own' && kind !== 'closed';

/** A day of the sheet. */
export const SheetDay = memo(function SheetDay(props: Props) {
  const { day, pieces, shown, hours, mark, entry, hasHint, people } = props;
  // After a stroke the blocks change first: the many cells follow when there is time.
  const cellPieces = useDeferredValue(pieces);
  const name = weekdays[day] ?? '';
  return (
    <div className={styles.day} role="row" data-day={day}>
      <div className={styles.name} role="rowheader" aria-label={name}>
        <span className={styles.long}>{name}</span>
        <span className={styles.short}>{name.slice(0, 3)}</span>
        {hours > 0 && <small>{`${hours} h`}</small>}
      </div>
      <div className={styles.track} data-track="" role={entry === undefined ? 'cell' : undefined}>
        <div className={styles.hours}>
          <DayPieces pieces={shown} people={people} />
          {hasHint && (
            <p className={styles.hint} aria-hidden="true">
              <span className={styles.long}>Drag across the hours nobody covers</span>
              <span className={styles.short}>Swipe sideways</span>
            </p>
          )}
          {entry === undefined ? (
            <p className={layoutStyles.visuallyHidden}>{describeDay(pieces, people)}</p>
          ) : (
            <Cells day={day} pieces={cellPieces} entry={entry} people={people} />
          )}
          {mark && (
            <MarkFrame mark={mark} first={shown[0]?.from ?? 0} last={shown.at(-1)?.to ?? 0} />
          )}
        </div>
      </div>
    </div>
  );
}, isSame);

/** Returns who works half hours, for assistive technology. */
function describePiece({ kind, people: ids, isPartly }: Piece, people: Props['people']): string {
  if (kind === 'closed') return 'closed';
  if (kind === 'own') return 'your own team';
  if (kind === 'covered') {
    const names = ids.flatMap((id) => people.get(id)?.name ?? []);
    return [...names, ...(isPartly ? ['nobody yet at other locations'] : [])].join(', ');
  }
  return kind === 'nobody' ? 'nobody yet' : 'painted';
}

const describeDay = (pieces: readonly Piece[], people: Props['people']): string =>
  pieces
    .map((piece) => `${formatCells(piece.from, piece.to)}: ${describePiece(piece, people)}`)
    .join('; ');

interface CellsProps extends Pick<Props, 'day' | 'pieces' | 'people'> {
  entry: number | null;
}

/** The half hours of a day, for the keyboard and assistive technology. */
const Cells = memo(function Cells({ day, pieces, entry, people }: CellsProps) {
  return (
    <div className={styles.cells}>
      {pieces.flatMap((piece) => {
        const who = describePiece(piece, people);
        return Array.from({ length: piece.to - piece.from }, (_, index) => {
          const cell = piece.from + index;
          return (
            <span
              key={cell}
              role="gridcell"
              data-cell={cell}
              tabIndex={cell === entry ? 0 : -1}
              aria-selected={isNeeded(piece)}
              aria-disabled={piece.kind === 'closed' || undefined}
              aria-label={`${weekdays[day]}, ${formatCells(cell, cell + 1)}, ${who}`}
            />
          );
        });
      })}
    </div>
  );
}, isSame);
