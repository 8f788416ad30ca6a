import type { Candidate } from './candidates';
import type { Plan } from './contract';
import { cellsPerWeek, markCells } from './week';

/** Nobody, where the index of a candidate is expected. */
export const nobody = -1;

/** A place that is to be filled: a desk, at one location. */
export interface Place {
  desk: number;
  /** Which cells are to be covered. */
  needed: Uint8Array;
  /** The index of the candidate who works in each cell, or `nobody`. */
  people: Int32Array;
}

/**
 * Somebody who is available until a cell, as one number, so that thousands are compared quickly: of
 * two, the greater is to be chosen first. That is who stays longer; of several, the best match.
 */
type Offer = number;

const personBits = 20;
const maxPerson = 2 ** personBits - 1;

const toOffer = (person: number, end: number): Offer => (end << personBits) | (maxPerson - person);
const getEnd = (offer: Offer): number => offer >> personBits;
const getPerson = (offer: Offer): number => maxPerson - (offer & maxPerson);

/** A heap of offers, the first to be chosen on top. */
class Offers {
  readonly #items: Offer[] = [];

  /** The first to be chosen; 0, which is less than any offer, when there is none. */
  get top(): Offer {
    return this.#items[0] ?? 0;
  }

  push(offer: Offer): void {
    const items = this.#items;
    let index = items.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = items[parent] ?? 0;
      if (above > offer) break;
      items[index] = above;
      index = parent;
    }
    items[index] = offer;
  }

  pop(): void {
    const items = this.#items;
    const last = items.pop() ?? 0;
    const { length } = items;
    if (length === 0) return;
    let index = 0;
    for (let child = 1; child < length; child = 2 * index + 1) {
      if (child + 1 < length && (items[child + 1] ?? 0) > (items[child] ?? 0)) child += 1;
      const below = items[child] ?? 0;
      if (last > below) break;
      items[index] = below;
      index = child;
    }
    items[index] = last;
  }
}

/** The people who are free, by the desks where they can work. */
class FreePeople {
  readonly #candidates: readonly Candidate[];
  readonly #byDesks = new Map<number, Offers>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  add(offer: Offer): void {
    const desks = this.#candidates[getPerson(offer)]?.desks ?? 0;
    let offers = this.#byDesks.get(desks);
    if (!offers) {
      offers = new Offers();
      this.#byDesks.set(desks, offers);
    }
    offers.push(offer);
  }

  /** Removes and returns who can work at a desk from a cell on and stays longest. */
  claim(desk: number, cell: number): Offer | undefined {
    let best: Offers | undefined;
    for (const [desks, offers] of this.#byDesks) {
      if (!(desks & (1 << desk)) || getEnd(offers.top) <= cell) continue;
      if (offers.top > (best?.top ?? 0)) best = offers;
    }
    const offer = best?.top;
    best?.pop();
    return offer;
  }
}

/** The offers that begin at a cell. */
interface Begins {
  offers: Offer[];
  /** The last of their ends. */
  longest: number;
}

/** Groups the stints of people by the cell at which they begin. */
function groupByBegin(candidates: readonly Candidate[]): Begins[] {
  const groups = Array.from({ length: cellsPerWeek }, (): Begins => ({ offers: [], longest: 0 }));
  for (let person = 0; person < candidates.length; person += 1) {
    const stints = candidates[person]?.stints ?? [];
    for (let index = 0; index < stints.length; index += 2) {
      const group = groups[stints[index] ?? 0];
      const end = stints[index + 1] ?? 0;
      if (!group) continue;
      group.offers.push(toOffer(person, end));
      if (end > group.longest) group.longest = end;
    }
  }
  return groups;
}

/**
 * Fills as many cells of the places as any assignment could. Cell by cell, whoever works at a place
 * stays there; only if another place can't be filled otherwise, people move: that is a maximum
 * matching by augmenting paths. Whoever comes is the one who stays longest.
 */
function fillPlaces(
  places: readonly Place[],
  candidates: readonly Candidate[],
  begins: readonly Begins[],
): void {
  const free = new FreePeople(candidates);
  const workers = new Map<Place, Offer>();
  const canServe = (offer: Offer, desk: number) =>
    ((candidates[getPerson(offer)]?.desks ?? 0) & (1 << desk)) > 0;

  /** Fills a place by the shortest chain of people who move up. */
  function fill(place: Place, cell: number): boolean {
    const movesTo = new Map<Place, Place>();
    const seen = new Set([place.desk]);
    const vacancies = [place];
    for (const vacant of vacancies) {
      let incoming = free.claim(vacant.desk, cell);
      if (incoming) {
        for (let at: Place | undefined = vacant; at && incoming; at = movesTo.get(at)) {
          const leaving = workers.get(at);
          workers.set(at, incoming);
          incoming = leaving;
        }
        return true;
      }
      for (const [other, worker] of workers) {
        if (seen.has(other.desk) || !canServe(worker, vacant.desk)) continue;
        seen.add(other.desk);
        movesTo.set(other, vacant);
        vacancies.push(other);
      }
    }
    return false;
  }

  for (const [cell, { offers }] of begins.entries()) {
    for (const offer of offers) free.add(offer);
    for (const [place, worker] of workers) {
      if (place.needed[cell] && getEnd(worker) > cell) continue;
      workers.delete(place);
      if (getEnd(worker) > cell) free.add(worker);
    }
    // Where one place of a desk can't be filled, no other of the desk can.
    let failed = 0;
    for (const place of places) {
      if (!place.needed[cell] || workers.has(place) || failed & (1 << place.desk)) continue;
      if (!fill(place, cell)) failed |= 1 << place.desk;
    }
    for (const [place, worker] of workers) place.people[cell] = getPerson(worker);
  }
}

/** Returns the cells of a place in which somebody works, as runs without a gap. */
function listRuns({ people }: Place): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const [cell, person] of people.entries()) {
    if (person === nobody) continue;
    const last = runs.at(-1);
    if (last?.[1] === cell) last[1] = cell + 1;
    else runs.push([cell, cell + 1]);
  }
  return runs;
}

/** Counts how often a place changes hands. */
export function countChanges(people: Int32Array): number {
  let changes = 0;
  for (let index = 1; index < people.length; index += 1) {
    if (people[index] !== people[index - 1]) changes += 1;
  }
  return changes;
}

/** Rounds in which places are filled anew. More changed nothing in trials. */
const maxRounds = 3;

/**
 * Reduces how often places change hands, without changing which cells are covered: each place in turn
 * is filled anew, while the others keep their people. Of all choices for one place, the one who stays
 * longest gives the fewest changes.
 */
function reduceChanges(
  places: readonly Place[],
  candidates: readonly Candidate[],
  begins: readonly Begins[],
): void {
  /** 1 where a candidate works at some place, by candidate and cell. */
  const working = new Uint8Array(candidates.length * cellsPerWeek);
  const mark = (people: Int32Array, from: number, isWorking: 0 | 1) => {
    for (const [index, person] of people.entries()) {
      if (person !== nobody) working[person * cellsPerWeek + from + index] = isWorking;
    }
  };
  for (const { people } of places) mark(people, 0, 1);

  function chooseAnew(place: Place, [from, to]: readonly [number, number]): Int32Array | undefined {
    const chosen = new Int32Array(to - from);
    const isBusy = (person: number, cell: number) =>
      place.people[cell] !== person && working[person * cellsPerWeek + cell] === 1;
    for (let cell = from; cell < to; ) {
      let best = 0;
      for (let begin = 0; begin <= cell; begin += 1) {
        const { offers = [], longest = 0 } = begins[begin] ?? {};
        if (longest <= cell || Math.min(longest, to) < getEnd(best)) continue;
        for (const offer of offers) {
          const last = Math.min(getEnd(offer), to);
          if (last <= cell || last < getEnd(best)) continue;
          const person = getPerson(offer);
          if (!((candidates[person]?.desks ?? 0) & (1 << place.desk))) continue;
          let stay = cell;
          while (stay < last && !isBusy(person, stay)) stay += 1;
          if (stay > cell) best = Math.max(best, toOffer(person, stay));
        }
      }
      if (best === 0) return undefined;
      chosen.fill(getPerson(best), cell - from, getEnd(best) - from);
      cell = getEnd(best);
    }
    return chosen;
  }

  for (let round = 0, isBetter = true; round < maxRounds && isBetter; round += 1) {
    isBetter = false;
    for (const place of places) {
      for (const run of listRuns(place)) {
        const before = place.people.subarray(...run);
        const changes = countChanges(before);
        const after = changes > 0 ? chooseAnew(place, run) : undefined;
        if (!after || countChanges(after) >= changes) continue;
        mark(before, run[0], 0);
        mark(after, run[0], 1);
        before.set(after);
        isBetter = true;
      }
    }
  }
}

/** Lists the places of a plan: each desk once, or once per location. */
function listPlaces(plan: Plan): Place[] {
  const copies = plan.perLocation ? (plan.locations ?? 1) : 1;
  return plan.desks.flatMap(({ hours }, desk) =>
    Array.from({ length: copies }, () => ({
      desk,
      needed: markCells(hours),
      people: new Int32Array(cellsPerWeek).fill(nobody),
    })),
  );
}

/**
 * Assigns people to the places of a plan: as many cells as any assignment could cover, with few
 * changes of hands.
 * @param candidates the best match first
 */
export function assignPlaces(plan: Plan, candidates: readonly Candidate[]): Place[] {
  const places = listPlaces(plan);
  const begins = groupByBegin(candidates);
  fillPlaces(places, candidates, begins);
  reduceChanges(places, candidates, begins);
  return places;
}
