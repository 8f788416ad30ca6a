import type { Talent } from '../content/collections/talents/contract';
import { toRosterPerson } from '../cover/candidates';
import type { CoverAnswer, Plan } from '../cover/contract';
import { matchPlan } from '../cover/match';
import { findMonday } from '../cover/week';
import { getOwnerTimeZone } from '../lib/wall-time';

/**
 * Finds who of some people works which hours of a plan, as `matchPlan` does for all people, also if
 * they are not available yet: the owner has chosen them.
 * @param at an instant of the week whose clock changes count
 */
export function coverPlan(plan: Plan, people: readonly Talent[], at = new Date()): CoverAnswer {
  const roster = people.map((talent) => toRosterPerson(talent, getOwnerTimeZone()));
  const { relax, ...answer } = matchPlan(plan, roster, findMonday(at, plan.timeZone));
  return answer;
}
