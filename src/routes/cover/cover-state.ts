import type { PublicTalent } from '../../content/collections/talents/contract';
import type { CoverAnswer, Plan, RosterOptions } from '../../cover/contract';

/** The data with which the server renders the page. */
export interface CoverState {
  plan: Plan;
  /** Absent without hours. */
  answer?: CoverAnswer;
  /** The people who are assigned hours in the answer. */
  people: readonly PublicTalent[];
  options: RosterOptions;
  /** The address has a plan that cannot be read. */
  isUnreadable?: true;
}

/** The key under which the page's components find the state. */
export const coverStateKey = 'cover';
