import { nobody, type Place } from './assign';
import type { Candidate } from './candidates';
import type { Plan } from './contract';
import { cellsPerWeek } from './week';

/** The best matches that are tried in place of others, which bounds the time. */
const maxTried = 200;

/** Groups the cells of a place by the person who works then. */
function groupByPerson(people: Int32Array): Map<number, number[]> {
  const cellsByPerson = new Map<number, number[]>();
  for (const [cell, person] of people.entries()) {
    if (person === nobody) continue;
    const cells = cellsByPerson.get(person);
    if (cells) cells.push(cell);
    else cellsByPerson.set(person, [cell]);
  }
  return cellsByPerson;
}

/** Lists who can work at each desk of a plan: those with its role, then the others. */
const listByDesk = ({ desks }: Plan, candidates: readonly Candidate[]): number[][][] =>
  desks.map(({ role }, desk) => {
    const list = (isListed: (candidate: Candidate) => boolean) =>
      [...candidates.entries()].flatMap(([index, one]) => (isListed(one) ? [index] : []));
    const bit = 1 << desk;
    if (role === undefined) return [list((one) => (one.desks & bit) > 0)];
    return [
      list(({ roleDesks }) => (roleDesks & bit) > 0),
      list((one) => (one.desks & ~one.roleDesks & bit) > 0),
    ];
  });

/**
 * For each person at a place, hands all their hours there to the best match who is free in all of
 * them: first of those with the desk's role, and of these, somebody who works other hours of the plan
 * anyway. So no place has more people than before.
 * @param candidates the best match first
 */
export function preferBestMatches(
  plan: Plan,
  places: readonly Place[],
  candidates: readonly Candidate[],
): void {
  const best = candidates.slice(0, maxTried);
  /** 1 where one of the best matches is available and doesn't work, by candidate and cell. */
  const free = new Uint8Array(best.length * cellsPerWeek);
  /** How many cells somebody works. */
  const counts = new Map<number, number>();
  const mark = (person: number, cells: readonly number[], isFree: 0 | 1) => {
    counts.set(person, (counts.get(person) ?? 0) + (isFree ? -cells.length : cells.length));
    if (person >= best.length) return;
    for (const cell of cells) free[person * cellsPerWeek + cell] = isFree;
  };
  for (const [person, { stints }] of best.entries()) {
    const start = person * cellsPerWeek;
    for (let index = 0; index < stints.length; index += 2) {
      free.fill(1, start + (stints[index] ?? 0), start + (stints[index + 1] ?? 0));
    }
  }
  const groups = places.map(({ people }) => groupByPerson(people));
  for (const group of groups) {
    for (const [person, cells] of group) mark(person, cells, 0);
  }
  const byDesk = listByDesk(plan, best);
  // Desks that ask for a role first: the others can go to those who are chosen there.
  const rolesFirst = [...places.entries()].sort(
    ([, a], [, b]) => (byDesk[b.desk]?.length ?? 0) - (byDesk[a.desk]?.length ?? 0),
  );
  for (const [index, { desk, people }] of rolesFirst) {
    for (const [person, cells] of groups[index] ?? []) {
      mark(person, cells, 1);
      const isFree = (other: number) =>
        cells.every((cell) => free[other * cellsPerWeek + cell] === 1);
      const better = byDesk[desk]
        ?.map((able) => able.filter(isFree))
        .map((able) => able.find((other) => counts.get(other)) ?? able[0])
        .find((other) => other !== undefined);
      mark(better ?? person, cells, 0);
      for (const cell of cells) people[cell] = better ?? person;
    }
  }
}
