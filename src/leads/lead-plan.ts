import { type Plan, plan } from '../cover/contract';
import { encodePlan, maxPlanCodeLength } from '../cover/encode-plan';
import { describePlan } from '../cover/plan-words';
import { parseJson, z } from '../lib/schema';

/** A plan of an inquiry or a booking. It must fit into an address, by which it is opened. */
const sentPlan = plan.check(
  z.refine(
    (value) => encodePlan(value).length <= maxPlanCodeLength,
    'Too many different hours, tools or languages',
  ),
);

/** The plan in a request. */
export const optionalPlan = z._default(z.nullable(sentPlan), null);

/** Parses the plan of a column; null when there is none, or a later release wrote it. */
export const parsePlan = (text: string | null): Plan | null => parseJson(plan, text);

/** Serializes a plan for its column. */
export const serializePlan = (value: Plan | null | undefined): string | null =>
  value ? JSON.stringify(value) : null;

/** Describes a plan, a line for each desk: "Front desk: Monday to Friday, noon to 2 pm". */
export const formatPlan = (value: Plan): string =>
  describePlan(value)
    .desks.map(({ name, hours }) => `${name}: ${hours}`)
    .join('\n');

/** Builds the address of a plan. */
export const buildPlanPath = (value: Plan): string => `/cover?p=${encodePlan(value)}`;
