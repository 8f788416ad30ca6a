import { formatMinutes } from '../lib/week-hours';
import { assignPlaces, nobody, type Place } from './assign';
import {
  type Candidate,
  compareCandidates,
  listCandidates,
  listDistinct,
  normalize,
  type RosterPerson,
} from './candidates';
import type { CoverAnswer, Plan } from './contract';
import { cellMinutes, cellsPerDay, cellsPerWeek, markCells } from './week';

/** Returns the spans of a place, by day and person. */
function toSpans({ needed, people }: Place, candidates: readonly Candidate[]) {
  const spans: CoverAnswer['desks'][number]['spans'] = [];
  for (let cell = 0; cell < cellsPerWeek; cell += 1) {
    if (!needed[cell]) continue;
    const start = cell;
    const person = people[cell] ?? nobody;
    const midnight = cell - (cell % cellsPerDay);
    const end = midnight + cellsPerDay;
    while (cell + 1 < end && needed[cell + 1] && people[cell + 1] === person) cell += 1;
    spans.push({
      day: midnight / cellsPerDay + 1,
      from: formatMinutes((start - midnight) * cellMinutes),
      to: formatMinutes((cell + 1 - midnight) * cellMinutes),
      talentId: candidates[person]?.person.id ?? null,
    });
  }
  return spans;
}

/** Counts who is available in each cell. */
function countPeople(people: readonly Candidate[]): Int32Array {
  const counts = new Int32Array(cellsPerWeek);
  for (const { stints } of people) {
    for (const [begin, end] of stints) {
      for (let cell = begin; cell < end; cell += 1) counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return counts;
}

/**
 * Computes how many minutes of a plan can be covered, without an assignment. By Hall's theorem, in
 * each cell that is the least of: the places of some desks, and the people who can work at the others.
 */
function countCoverable(plan: Plan, candidates: readonly Candidate[]): number {
  const copies = plan.perLocation ? (plan.locations ?? 1) : 1;
  const needed = plan.desks.map(({ hours }) => markCells(hours));
  const available = [...new Set(candidates.map(({ desks }) => desks))].map((desks) => ({
    desks,
    counts: countPeople(candidates.filter((candidate) => candidate.desks === desks)),
  }));
  let covered = 0;
  for (let cell = 0; cell < cellsPerWeek; cell += 1) {
    const open = needed.reduce((bits, cells, desk) => (cells[cell] ? bits | (1 << desk) : bits), 0);
    let least = Number.POSITIVE_INFINITY;
    // All sets of the open desks.
    for (let some = open; ; some = (some - 1) & open) {
      let sum = 0;
      for (let others = open & ~some; others; others &= others - 1) sum += copies;
      for (const { desks, counts } of available) if (desks & some) sum += counts[cell] ?? 0;
      least = Math.min(least, sum);
      if (some === 0) break;
    }
    covered += least;
  }
  return covered * cellMinutes;
}

/** Removes a tool or a language from the conditions of all desks. */
const dropCondition = (plan: Plan, field: 'tools' | 'languages', name: string): Plan => ({
  ...plan,
  desks: plan.desks.map((desk) => ({
    ...desk,
    [field]: desk[field].filter((other) => normalize(other) !== normalize(name)),
  })),
});

/** Lists the single conditions without which more could be covered, the one that helps most first. */
function listRelaxations(
  plan: Plan,
  roster: readonly RosterPerson[],
  monday: Date,
  coveredMinutes: number,
): NonNullable<CoverAnswer['relax']> {
  return (['tools', 'languages'] as const)
    .flatMap((field) =>
      listDistinct(plan.desks.flatMap((desk) => desk[field])).map((name) => {
        const relaxed = dropCondition(plan, field, name);
        const candidates = listCandidates(relaxed, roster, monday);
        return {
          condition: field === 'tools' ? ('tool' as const) : ('language' as const),
          name,
          coveredMinutes: countCoverable(relaxed, candidates),
          people: candidates.length,
        };
      }),
    )
    .filter((relaxed) => relaxed.coveredMinutes > coveredMinutes)
    .sort((a, b) => b.coveredMinutes - a.coveredMinutes || b.people - a.people);
}

const countCells = (places: readonly Place[], isCounted: (place: Place, cell: number) => boolean) =>
  places.reduce(
    (sum, place) =>
      sum + place.needed.reduce((count, _, cell) => count + Number(isCounted(place, cell)), 0),
    0,
  );

/**
 * Finds who can work the hours of a plan: never outside their own hours, never at two desks at once,
 * and as many half hours as any assignment could. The result does not depend on the roster's order.
 * @param roster the people who may be offered
 * @param monday the Monday of the week whose clock changes count, as a wall time
 */
export function matchPlan(plan: Plan, roster: readonly RosterPerson[], monday: Date): CoverAnswer {
  const candidates = listCandidates(plan, roster, monday).sort(compareCandidates);
  const places = assignPlaces(plan, candidates);
  const requestedMinutes =
    cellMinutes * countCells(places, ({ needed }, cell) => needed[cell] === 1);
  const coveredMinutes =
    cellMinutes * countCells(places, ({ people }, cell) => people[cell] !== nobody);
  const relax =
    coveredMinutes < requestedMinutes ? listRelaxations(plan, roster, monday, coveredMinutes) : [];
  return {
    requestedMinutes,
    coveredMinutes,
    desks: plan.desks.map(({ name }, desk) => ({
      name,
      spans: places
        .filter((place) => place.desk === desk)
        .flatMap((place) => toSpans(place, candidates))
        .sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : Number(a.from > b.from))),
    })),
    people: candidates.map(({ person, minutes, matches }) => ({
      talentId: person.id,
      minutes,
      ...matches,
    })),
    ...(relax.length > 0 && { relax }),
  };
}
