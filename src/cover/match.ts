import type { Talent } from '../content/collections/talents/contract';
import { getOwnerTimeZone } from '../lib/time/wall-time';
import { formatMinutes } from '../lib/time/week-hours';
import { assignPlaces, nobody, type Place } from './assign';
import { preferBestMatches } from './best-matches';
import {
  type Candidate,
  listCandidates,
  type RosterPerson,
  ratePeople,
  toRosterPerson,
} from './candidates';
import type { CoverAnswer, Plan } from './contract';
import { keepFaces } from './keep-faces';
import { listRelaxations } from './relax';
import { cellMinutes, cellsPerDay, cellsPerWeek } from './week';
import { findMonday } from './zone-week';

/** The times at which the cells of a day begin, and its end. */
const times = Array.from({ length: cellsPerDay + 1 }, (_, cell) =>
  formatMinutes(cell * cellMinutes),
);

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
      from: times[start - midnight] ?? '',
      to: times[cell + 1 - midnight] ?? '',
      talentId: candidates[person]?.person.id ?? null,
    });
  }
  return spans;
}

const countCells = (places: readonly Place[], isCounted: (place: Place, cell: number) => boolean) =>
  places.reduce(
    (sum, place) =>
      sum + place.needed.reduce((count, _, cell) => count + Number(isCounted(place, cell)), 0),
    0,
  );

/**
 * Finds who can work the hours of a plan: never outside their own hours, never at two desks at once,
 * and as many half hours as any assignment could, with few changes of hands, then by the best
 * matches, and with few faces at each desk. The result does not depend on the roster's order.
 * @param roster the people who may be offered
 * @param monday the Monday of the week whose clock changes count, as a wall time
 */
export function matchPlan(plan: Plan, roster: readonly RosterPerson[], monday: Date): CoverAnswer {
  const profiles = ratePeople(plan, roster, monday);
  const candidates = listCandidates(plan, profiles);
  const places = assignPlaces(plan, candidates);
  preferBestMatches(plan, places, candidates);
  keepFaces(places, candidates);
  const requestedMinutes =
    cellMinutes * countCells(places, ({ needed }, cell) => needed[cell] === 1);
  const coveredMinutes =
    cellMinutes * countCells(places, ({ people }, cell) => people[cell] !== nobody);
  const relax =
    coveredMinutes < requestedMinutes ? listRelaxations(plan, profiles, coveredMinutes) : [];
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

/**
 * Finds who of some people works which hours of a plan, as `matchPlan` does for all people, even if
 * they are not available yet: the owner has chosen them.
 * @param at an instant of the week whose clock changes count
 */
export function coverPlan(plan: Plan, people: readonly Talent[], at = new Date()): CoverAnswer {
  const roster = people.map((talent) => toRosterPerson(talent, getOwnerTimeZone()));
  const { relax, ...answer } = matchPlan(plan, roster, findMonday(at, plan.timeZone));
  return answer;
}
