import { optionalText, recordId, requiredText, z } from '../lib/schema';
import { timeZoneName, weekHours } from '../lib/time/hours-schema';
import { listDistinct } from '../lib/to-comparable';
import { planLimits } from './week';

/** At most a span for each half hour of the week. */
const planHours = weekHours({ precision: 'half hours', maxSpans: 336 });

/** Tools or languages, each once. */
const conditions = z
  .array(requiredText(80))
  .check(z.maxLength(planLimits.conditions), z.overwrite(listDistinct));

/** A name that may be absent, null or blank. */
const optionalName = z.optional(
  z.pipe(
    optionalText(80),
    z.transform((name) => name ?? undefined),
  ),
);

const desk = z.object({
  name: requiredText(planLimits.deskName),
  role: optionalName,
  tools: z._default(conditions, []),
  languages: z._default(conditions, []),
  hours: planHours,
});

const hasUniqueNames = (desks: readonly { name: string }[]): boolean =>
  listDistinct(desks.map(({ name }) => name)).length === desks.length;

const planFields = z.object({
  timeZone: timeZoneName(),
  industry: optionalName,
  locations: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(planLimits.locations, `At most ${planLimits.locations} locations`),
      ),
  ),
  /** Each half hour is needed once per location. */
  perLocation: z.optional(z.boolean()),
  /** When the business is open. The sheet hatches the rest. */
  open: planHours,
  desks: z
    .array(desk)
    .check(
      z.maxLength(planLimits.desks, `At most ${planLimits.desks} desks`),
      z.refine(hasUniqueNames, 'Names of desks must be different'),
    ),
});

/** Counts the spans of all desks, at each location if they are needed there. */
function countSpans({ perLocation, locations = 1, desks }: z.output<typeof planFields>): number {
  const spans = desks.reduce((sum, { hours }) => sum + hours.length, 0);
  return perLocation ? spans * locations : spans;
}

/** The hours of a week that nobody covers, by desk, in the time zone of the business. */
export const plan = planFields.check(
  z.refine((value) => countSpans(value) <= planLimits.spans, {
    error: 'Too many different hours',
    path: ['desks'],
  }),
);

export type Plan = z.output<typeof plan>;

const answerSpan = z.object({
  day: z.int(),
  from: z.string(),
  to: z.string(),
  /** The person who works it; null if nobody can. */
  talentId: z.nullable(recordId),
});

/** The people who can work the hours of a plan. */
export const coverAnswer = z.object({
  requestedMinutes: z.int(),
  coveredMinutes: z.int(),
  /**
   * The desks in the plan's order. With a desk at each location, spans of one desk may overlap, one
   * for each place.
   */
  desks: z.array(z.object({ name: z.string(), spans: z.array(answerSpan) })),
  /** Everybody who can work some of the hours, the best match first. */
  people: z.array(
    z.object({
      talentId: recordId,
      /** Minutes of the plan that they can work. */
      minutes: z.int(),
      /** True if they have a role that a desk with hours asks for. */
      role: z.boolean(),
      /** True if they know the industry of the plan. */
      industry: z.boolean(),
      /** The tools and languages that they know and a desk with hours asks for. */
      tools: z.array(z.string()),
      languages: z.array(z.string()),
    }),
  ),
  /**
   * Single conditions without which more could be covered, the one that helps most first. Twelve are
   * tried: of the desks with hours, tools and languages in turn, in the plan's order.
   */
  relax: z.optional(
    z.array(
      z.object({
        condition: z.enum(['tool', 'language']),
        name: z.string(),
        coveredMinutes: z.int(),
        /** How many people could work some of the hours without it. */
        people: z.int(),
      }),
    ),
  ),
});

export type CoverAnswer = z.output<typeof coverAnswer>;

/** The values that a visitor can ask for at a desk: those of the site's people, the most frequent first. */
export interface RosterOptions {
  roles: readonly string[];
  tools: readonly string[];
  languages: readonly string[];
  /** The hours of somebody are known. */
  hasPeople: boolean;
}
