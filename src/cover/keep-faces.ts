import { countChanges, nobody, type Place } from './assign';
import type { Candidate } from './candidates';

/** The people of a place, without `nobody`. */
const listPeople = ({ people }: Place): Set<number> =>
  new Set(people.filter((person) => person !== nobody));

/** Counts the people of two places and how often these change hands. */
const countFaces = (a: Place, b: Place): number =>
  listPeople(a).size + listPeople(b).size + countChanges(a.people) + countChanges(b.people);

/**
 * Lets two people who work at two places in turn stay at one each, where that shows fewer faces: one
 * who stays longer on Monday may not on Tuesday, and would be at another desk. Nobody works other
 * hours than before, and no desk loses the role that it asks for.
 */
export function keepFaces(places: readonly Place[], candidates: readonly Candidate[]): void {
  const hasRole = (person: number, { desk }: Place): number =>
    ((candidates[person]?.roleDesks ?? 0) >> desk) & 1;

  /** Swaps `p` at one place and `q` at the other, wherever they work there at the same time. */
  function trySwap(a: Place, b: Place, p: number, q: number): void {
    if (hasRole(q, a) + hasRole(p, b) < hasRole(p, a) + hasRole(q, b)) return;
    const cells: number[] = [];
    // Not `filter`, which took most of the time with hundreds of places.
    for (let cell = 0; cell < a.people.length; cell += 1) {
      if (a.people[cell] === p && b.people[cell] === q) cells.push(cell);
    }
    if (cells.length === 0) return;
    const assign = (atA: number, atB: number) => {
      for (const cell of cells) {
        a.people[cell] = atA;
        b.people[cell] = atB;
      }
    };
    const faces = countFaces(a, b);
    assign(q, p);
    if (countFaces(a, b) >= faces) assign(p, q);
  }

  const peopleOf = places.map(listPeople);
  for (const [index, a] of places.entries()) {
    for (const [other, b] of places.entries()) {
      if (other <= index) continue;
      // Somebody who works at both places meets the conditions of both desks.
      const shared = [...(peopleOf[index] ?? [])].filter((person) => peopleOf[other]?.has(person));
      for (const p of shared) {
        for (const q of shared) if (p !== q) trySwap(a, b, p, q);
      }
    }
  }
}
