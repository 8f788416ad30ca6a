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
  /** Says what of the address could not be read. */
  notice?: string;
}

/** The key under which the page's components find the state. */
export const coverStateKey = 'cover';

/** The desks of a new plan: those of the home page's schedule. */
const deskNames = ['Front desk', 'Phones', 'Back office'];

/** Creates the plan that a visitor starts with: no hours, open Monday to Saturday. */
export const createStartingPlan = (timeZone: string): Plan => ({
  timeZone,
  open: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '08:00', to: '20:00' })),
  desks: deskNames.map((name) => ({ name, tools: [], languages: [], hours: [] })),
});
