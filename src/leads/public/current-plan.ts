import type { Plan } from '../../cover/contract';
import { decodePlan } from '../../cover/plan-code';
import { draftStore } from './draft-store';

/** Returns the plan that the page's address has, otherwise that of the draft. */
export function getCurrentPlan(): Plan | null {
  const code = location.pathname === '/cover' && new URLSearchParams(location.search).get('p');
  return (code && decodePlan(code)) || draftStore.plan();
}
