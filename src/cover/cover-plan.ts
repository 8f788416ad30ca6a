import type { Talent } from '../content/collections/talents/contract';
import { getOwnerTimeZone } from '../lib/time/wall-time';
import { toRosterPerson } from './candidates';
import type { CoverAnswer, Plan } from './contract';
import { matchPlan } from './match';
import { findMonday } from './zone-week';

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
