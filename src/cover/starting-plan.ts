import type { Plan } from './contract';

/** The desks of a new plan: those of the home page's schedule. */
const deskNames = ['Front desk', 'Phones', 'Back office'];

/** Creates the plan that a visitor starts with: no hours, open Monday to Saturday. */
export const createStartingPlan = (timeZone: string): Plan => ({
  timeZone,
  open: [1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '08:00', to: '20:00' })),
  desks: deskNames.map((name) => ({ name, tools: [], languages: [], hours: [] })),
});
