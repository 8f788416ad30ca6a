import { listDistinct, normalize } from '../lib/to-comparable';
import {
  type Conditions,
  createCellCounter,
  findDesks,
  listConditions,
  markDesks,
  type Profile,
} from './candidates';
import type { CoverAnswer, Plan } from './contract';
import { cellMinutes, cellsPerWeek } from './week';

type Relaxation = NonNullable<CoverAnswer['relax']>[number];

/** Maximum number of conditions that are tried, which bounds the time. */
const maxTried = 12;

/** Lists the conditions of the desks with hours: a tool and a language in turn, in the plan's order. */
function listDroppable({ desks }: Plan) {
  const painted = desks.filter(({ hours }) => hours.length > 0);
  return (['tools', 'languages'] as const)
    .flatMap((field) =>
      listDistinct(painted.flatMap((desk) => desk[field])).map((name, turn) => ({
        field,
        name,
        turn,
      })),
    )
    .sort((a, b) => a.turn - b.turn);
}

/** Counts the people who could work some of a plan, and who is available, by cell and desks. */
function countPeople(
  needed: Uint8Array,
  conditions: readonly Conditions[],
  profiles: readonly Profile[],
) {
  const getSums = createCellCounter(needed);
  const sets = 1 << conditions.length;
  // First how many people become available at a cell, less those who stop; then the running sums.
  const available = new Int32Array((cellsPerWeek + 1) * sets);
  const add = (cell: number, desks: number, count: number) => {
    const index = cell * sets + desks;
    available[index] = (available[index] ?? 0) + count;
  };
  let people = 0;
  for (const profile of profiles) {
    const desks = findDesks(conditions, profile);
    if (desks === 0) continue;
    const sums = getSums(desks);
    for (const { stints } of profile.people) {
      let cells = 0;
      for (let index = 0; index < stints.length; index += 2) {
        const begin = stints[index] ?? 0;
        const end = stints[index + 1] ?? 0;
        add(begin, desks, 1);
        add(end, desks, -1);
        cells += (sums[end] ?? 0) - (sums[begin] ?? 0);
      }
      if (cells > 0) people += 1;
    }
  }
  for (let index = sets; index < available.length; index += 1) {
    available[index] = (available[index] ?? 0) + (available[index - sets] ?? 0);
  }
  return { people, available };
}

/** Replaces the number at each set by the sum of the numbers at all of its subsets. */
function sumSubsets(counts: Int32Array): void {
  for (let bit = 1; bit < counts.length; bit *= 2) {
    for (let set = 0; set < counts.length; set += 1) {
      if (set & bit) counts[set] = (counts[set] ?? 0) + (counts[set ^ bit] ?? 0);
    }
  }
}

/**
 * Computes how much of a plan could be covered with other conditions, without an assignment. By
 * Hall's theorem, in each cell that is the least of: the places of some desks, and the people who can
 * work at one of the others.
 */
function countCoverable(
  plan: Plan,
  conditions: readonly Conditions[],
  profiles: readonly Profile[],
): Pick<Relaxation, 'coveredMinutes' | 'people'> {
  const copies = plan.perLocation ? (plan.locations ?? 1) : 1;
  const needed = markDesks(plan);
  const { people, available } = countPeople(needed, conditions, profiles);
  const sets = 1 << conditions.length;
  const places = new Int32Array(sets);
  let covered = 0;
  for (const [cell, open] of needed.entries()) {
    if (open === 0) continue;
    const onlyThere = available.subarray(cell * sets, (cell + 1) * sets);
    sumSubsets(onlyThere);
    const everybody = onlyThere[sets - 1] ?? 0;
    let least = everybody;
    for (let desks = 1; desks < sets; desks += 1) {
      const others = desks & (desks - 1);
      places[desks] = (places[others] ?? 0) + ((desks ^ others) & open ? copies : 0);
      least = Math.min(least, (places[desks] ?? 0) + everybody - (onlyThere[desks] ?? 0));
    }
    covered += least;
  }
  return { coveredMinutes: covered * cellMinutes, people };
}

/** Lists the single conditions without which more could be covered, the one that helps most first. */
export function listRelaxations(
  plan: Plan,
  profiles: readonly Profile[],
  coveredMinutes: number,
): Relaxation[] {
  const conditions = listConditions(plan);
  return listDroppable(plan)
    .slice(0, maxTried)
    .map(({ field, name }): Relaxation => {
      const dropped = normalize(name);
      const others = conditions.map((desk) => ({
        ...desk,
        [field]: desk[field].filter((other) => other !== dropped),
      }));
      return {
        condition: field === 'tools' ? 'tool' : 'language',
        name,
        ...countCoverable(plan, others, profiles),
      };
    })
    .filter((relaxed) => relaxed.coveredMinutes > coveredMinutes)
    .sort((a, b) => b.coveredMinutes - a.coveredMinutes || b.people - a.people);
}
