import type { PublicTalent } from '../../content/collections/talents/contract';
import { PersonPicture } from '../../ui/picture/Portrait';
import * as styles from './DayPieces.module.css';
import type { Piece } from './sheet-pieces';
import { formatCells, getFirstName } from './sheet-words';

/** Somebody on the sheet: what a bar shows. */
export type SheetPerson = Pick<
  PublicTalent,
  'id' | 'name' | 'role' | 'imageUrl' | 'imageFocus' | 'imageStyle' | 'imageExposure'
>;

/** A frame around half hours: the chosen block, or the stroke that is being drawn. */
export interface Mark {
  kind: 'chosen' | 'painting' | 'erasing';
  from: number;
  to: number;
  /** All of it is painted: it hides the blocks. */
  isHatched?: boolean;
  /** Beside the pointer: what is painted. */
  tag?: { times: string; note: string } | undefined;
}

interface Props {
  /** The pieces of the day, which fill it. */
  pieces: readonly Piece[];
  people: ReadonlyMap<string, SheetPerson>;
}

/**
 * The hours of a day as blocks. A table, whose columns are the half hours: the content security
 * policy blocks style attributes.
 */
export function DayPieces({ pieces, people }: Props) {
  const isClosed = pieces.length === 1;
  return (
    <table className={styles.pieces} aria-hidden="true">
      <colgroup>
        <col span={countCells(pieces)} />
      </colgroup>
      <tbody>
        <tr>
          {pieces.map((piece, index) => {
            const { kind, from, to, people: ids } = piece;
            // A shift that gets longer stays the same: only new ones move.
            const before = pieces.slice(0, index).filter((one) => isSameShift(one, piece)).length;
            const workers = ids.flatMap((id) => people.get(id) ?? []);
            return (
              <td key={[before, ...ids].join()} colSpan={to - from} data-kind={kind}>
                {kind === 'closed' && isClosed && <span className={styles.label}>Closed</span>}
                {kind === 'nobody' && (
                  <div className={styles.piece}>
                    <span className={styles.label}>nobody yet</span>
                  </div>
                )}
                {kind === 'covered' && <Shift piece={piece} workers={workers} />}
              </td>
            );
          })}
        </tr>
      </tbody>
    </table>
  );
}

const isSameShift = (a: Piece, b: Piece): boolean => a.people.join() === b.people.join();

const countCells = (pieces: readonly Piece[]): number =>
  (pieces.at(-1)?.to ?? 0) - (pieces[0]?.from ?? 0);

/** Hours that somebody can work: their picture behind a bar with their name. */
function Shift({ piece, workers }: { piece: Piece; workers: readonly SheetPerson[] }) {
  return (
    <div className={`${styles.piece} ${styles.shift}`}>
      <div className={styles.faces}>
        <div>
          {workers.map((person) => (
            <PersonPicture key={person.id} person={person} portraitClass={styles.face} size={60} />
          ))}
        </div>
        {piece.isPartly && <i />}
      </div>
      <p className={styles.bar}>
        <b>{workers.map(({ name }) => getFirstName(name)).join(', ')}</b>
        <em>{formatCells(piece.from, piece.to)}</em>
      </p>
    </div>
  );
}

/**
 * A frame around half hours, in front of the blocks. Only scripts show one, so that it may have a style
 * attribute.
 */
export function MarkFrame({ mark, first, last }: { mark: Mark; first: number; last: number }) {
  const { kind, from, to, isHatched, tag } = mark;
  const [start, end] = [from, to].map((cell) => ((cell - first) / (last - first)) * 100);
  if (start === undefined || end === undefined) return null;
  return (
    <div
      className={styles.mark}
      data-kind={kind}
      data-hatched={isHatched || undefined}
      style={{ insetInline: `${start}% ${100 - end}%` }}
      aria-hidden="true"
    >
      {kind === 'chosen' && <i data-edge="from" />}
      {kind === 'chosen' && <i data-edge="to" />}
      {tag && (
        // At the end of the day, the tag is before the frame.
        <p className={styles.tag} data-before={end > 75 || undefined}>
          <span>{tag.times}</span>
          <small>{tag.note}</small>
        </p>
      )}
    </div>
  );
}
