import type { PublicTalent } from '../../content/collections/talents/contract';
import { getRoleTheme, Portrait } from '../../ui/picture/Portrait';
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
          {workers.map(({ id, role, imageUrl, imageFocus, imageStyle, imageExposure }) => (
            <span key={id} data-r={getRoleTheme(role)} data-style={imageStyle}>
              <Portrait
                imageUrl={imageUrl}
                focus={imageFocus}
                exposure={imageExposure}
                size={60}
                className={styles.face}
              />
            </span>
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

/** A frame around half hours, in front of the blocks. */
export function MarkFrame({ mark, first, last }: { mark: Mark; first: number; last: number }) {
  const { kind, from, to, tag } = mark;
  // At the end of the day, the tag is before the frame.
  const isTagBefore = to - first > (last - first) * 0.75;
  return (
    <table className={styles.pieces} aria-hidden="true">
      <colgroup>
        <col span={last - first} />
      </colgroup>
      <tbody>
        <tr>
          {from > first && <td colSpan={from - first} />}
          <td colSpan={to - from}>
            <div className={styles.mark} data-kind={kind}>
              {kind === 'chosen' && <i data-edge="from" />}
              {kind === 'chosen' && <i data-edge="to" />}
              {tag && (
                <p className={styles.tag} data-before={isTagBefore || undefined}>
                  {tag.times}
                  <small>{tag.note}</small>
                </p>
              )}
            </div>
          </td>
          {last > to && <td colSpan={last - to} />}
        </tr>
      </tbody>
    </table>
  );
}
