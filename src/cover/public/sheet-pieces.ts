import { parseMinutes } from '../../lib/time/week-hours';
import type { CoverAnswer } from '../contract';
import { cellMinutes, cellsPerDay } from '../week';
import { listRuns, toIndex } from './paint';

/** Adjoining half hours of a day that look the same. */
export interface Piece {
  /**
   * `own`: the own team, nothing is painted. `waiting`: painted, and not answered yet. `nobody`:
   * nobody can work it. `covered`: somebody can.
   */
  kind: 'closed' | 'own' | 'waiting' | 'nobody' | 'covered';
  from: number;
  to: number;
  /** The ids of the people who can work it: several if each location needs it. */
  people: string[];
  /** It is also needed at a location where nobody can work it. */
  isPartly: boolean;
}

type AnsweredDesk = CoverAnswer['desks'][number];

/** Lists who can work each half hour of a desk, as ids or null, once per location. */
export function listWorkers(desk: AnsweredDesk | undefined): (string | null)[][] {
  const workers: (string | null)[][] = [];
  for (const { day, from, to, talentId } of desk?.spans ?? []) {
    const midnight = (day - 1) * cellsPerDay;
    const end = midnight + parseMinutes(to) / cellMinutes;
    for (let index = midnight + parseMinutes(from) / cellMinutes; index < end; index += 1) {
      workers[index] = [...(workers[index] ?? []), talentId];
    }
  }
  return workers;
}

interface Week {
  painted: Uint8Array;
  open: Uint8Array;
  workers: readonly (readonly (string | null)[])[];
}

/** Splits a day into pieces that look the same, from its first to its last cell. */
export function listPieces(day: number, first: number, last: number, week: Week): Piece[] {
  const describe = (cell: number): Omit<Piece, 'from' | 'to'> => {
    const index = toIndex({ day, cell });
    const plain = { people: [], isPartly: false };
    if (!week.painted[index]) return { ...plain, kind: week.open[index] ? 'own' : 'closed' };
    const workers = week.workers[index];
    if (!workers) return { ...plain, kind: 'waiting' };
    const people = workers.filter((id) => id !== null).sort();
    if (people.length === 0) return { ...plain, kind: 'nobody' };
    return { kind: 'covered', people, isPartly: people.length < workers.length };
  };
  return listRuns(first, last, (cell) => JSON.stringify(describe(cell))).map(({ from, to }) => ({
    ...describe(from),
    from,
    to,
  }));
}
