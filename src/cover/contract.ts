import { recordId, requiredText, z } from '../lib/schema';
import { isTimeZone } from '../lib/time-zone';
import { joinSpans, parseMinutes } from '../lib/week-hours';

/** Limits of a plan. */
const planLimits = { desks: 8, deskName: 40, locations: 60, conditions: 10 } as const;

/** More spans than half hours of a week are no plan. */
const maxSpans = 336;

/** A span in half hours. It ends on its day: one over midnight is two spans. */
const planSpan = z
  .object({
    day: z.int().check(z.minimum(1), z.maximum(7)),
    from: z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[03]0$/, 'Must be a time in half hours')),
    to: z
      .string()
      .check(z.regex(/^(?:(?:[01]\d|2[0-3]):[03]0|24:00)$/, 'Must be a time in half hours')),
  })
  .check(
    z.refine(({ from, to }) => parseMinutes(to) > parseMinutes(from), {
      message: 'Must end after it begins',
      path: ['to'],
    }),
  );

/** Spans by their beginning, joined where they touch, so that equal hours are equal texts. */
const planHours = z.array(planSpan).check(
  z.maxLength(maxSpans),
  z.overwrite((spans) => joinSpans(spans)),
);

/** Tools or languages, each once. */
const conditions = z.array(requiredText(80)).check(
  z.maxLength(planLimits.conditions),
  z.overwrite((names) => {
    const byText = new Map(names.map((name) => [name.toLowerCase(), name]));
    return [...byText.values()];
  }),
);

const desk = z.object({
  name: requiredText(planLimits.deskName),
  role: z.optional(requiredText(80)),
  tools: z._default(conditions, []),
  languages: z._default(conditions, []),
  hours: planHours,
});

const hasUniqueNames = (desks: readonly { name: string }[]): boolean =>
  new Set(desks.map(({ name }) => name.toLowerCase())).size === desks.length;

/** The hours of a week that nobody covers, by desk, in the time zone of the business. */
export const plan = z.object({
  timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Please choose a time zone')),
  industry: z.optional(requiredText(80)),
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

export type Plan = z.output<typeof plan>;
export type PlanDesk = Plan['desks'][number];

const answerSpan = z.object({
  day: z.int(),
  from: z.string(),
  to: z.string(),
  /** Who works it; null if nobody can. */
  talentId: z.nullable(recordId),
});

/** Who can work the hours of a plan. */
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
      /** Whether they have a role that a desk asks for. */
      role: z.boolean(),
      /** Whether they know the plan's industry. */
      industry: z.boolean(),
      /** Which of the wanted tools and languages they know. */
      tools: z.array(z.string()),
      languages: z.array(z.string()),
    }),
  ),
  /** Single conditions without which more could be covered, the one that helps most first. */
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
