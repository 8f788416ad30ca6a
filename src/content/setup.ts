import { z } from '../lib/schema';
import { DAY } from '../lib/time/durations';
import { claim } from './pages/contract';

/**
 * The steps before the site opens, in order. The server derives from the site's data which are
 * done; the owner ticks none but the words, which only a person can read.
 */
export const setupSteps = [
  'contact',
  'logo',
  'people',
  'packages',
  'hours',
  'test-email',
  'demo',
  'words',
  'check',
] as const;

export type SetupStep = (typeof setupSteps)[number];

/** The number of own people with which a site can open. */
export const minPeople = 3;

/** A result of the check before opening, in the owner's words. */
const setupCheck = z.object({
  isOk: z.boolean(),
  text: z.string(),
  /** A message to whoever runs the server, with the steps that solve it. */
  steps: z.optional(z.string()),
});

/** The result of the last check. */
export const setupReport = z.object({ at: z.string(), checks: z.array(setupCheck) });

export type SetupReport = z.output<typeof setupReport>;

/** The owner's progress with the steps. */
export const setupState = z.object({
  /** Whether the owner has hidden the checklist. */
  isHidden: z.boolean(),
  done: z.array(z.enum(setupSteps)),
  /** The number of people that are not demo content. */
  people: z.number(),
  /** Names of up to three packages that are not demo content. */
  packageNames: z.array(z.string()),
  /** The number of items of the demo content on the site. */
  demoItems: z.number(),
  /** The claims of the standard texts that pages show. */
  claims: z.array(claim),
  report: z.nullable(setupReport),
});

export type SetupState = z.output<typeof setupState>;

/** How long removed demo content can be restored in one step. */
export const demoUndoMs = DAY;

/** The demo content. */
export const demoState = z.object({
  /** The ids of the demo items on the site, by collection. */
  items: z.record(z.string(), z.array(z.string())),
  /** Until when the removed demo content can be restored in one step; null if there is none. */
  restorableUntil: z.nullable(z.string()),
});

export type DemoState = z.output<typeof demoState>;
