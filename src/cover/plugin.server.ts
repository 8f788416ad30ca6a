import { LRUCache } from 'lru-cache';
import type { Talent } from '../content/collections/talents/contract';
import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';
import { describeRoutes } from '../http/api.server';
import { createClientRateLimit } from '../http/rate-limits.server';
import { getOwnerTimeZone } from '../lib/time/wall-time';
import { type RosterPerson, toRosterPerson } from './candidates';
import { type CoverAnswer, coverAnswer, type Plan, plan, type RosterOptions } from './contract';
import { registerDemandRoutes } from './demand/routes.server';
import { createDemandCounter, purgeDemandCounts } from './demand/store.server';
import { matchPlan } from './match';
import { findMonday } from './zone-week';

const describeRoute = describeRoutes('cover');

/** Limits of matched plans within ten minutes. The sheet sends one after each stroke. */
const rateLimit = {
  name: 'cover',
  maxPerAddress: 300,
  maxPerNetwork: 1_200,
  subject: 'Too many plans',
};

/**
 * Answers that are kept in memory until the content changes, and the spans and people in all of them:
 * one has a few dozen, but may have thousands.
 */
const cacheLimits = { max: 200, maxSize: 50_000 };

const countParts = ({ desks, people }: CoverAnswer): number =>
  desks.reduce((sum, { spans }) => sum + spans.length, people.length + 1);

/** Values of each kind that the sheet offers. */
const maxOptions = 40;

/** Lists distinct values, the most frequent first. */
function listFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const byCount = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return byCount.slice(0, maxOptions).map(([value]) => value);
}

const listOptions = (roster: readonly RosterPerson[]): RosterOptions => ({
  roles: listFrequent(roster.map(({ role }) => role)),
  tools: listFrequent(roster.flatMap(({ tools }) => tools)),
  languages: listFrequent(roster.flatMap(({ languages }) => languages)),
  hasPeople: roster.length > 0,
});

/** Lists whom the site may offer: people who are published and available, with hours. */
const listRoster = (talents: readonly Talent[]): RosterPerson[] =>
  talents
    .filter(({ status, hours }) => status === 'available' && hours.length > 0)
    .map((talent) => toRosterPerson(talent, getOwnerTimeZone()));

/**
 * Creates the matching of plans with the site's people, in the week of the call.
 * @param readTalents the published talents; the same list until the content changes
 * @param waitForSlice awaited before a matching, which may take half a second
 */
function createMatcher(
  readTalents: () => Promise<readonly Talent[]>,
  waitForSlice: () => Promise<void>,
) {
  const answers = new LRUCache<string, CoverAnswer>({
    ...cacheLimits,
    sizeCalculation: countParts,
  });
  let current:
    | {
        talents: readonly Talent[];
        timeZone: string;
        roster: RosterPerson[];
        options: RosterOptions;
      }
    | undefined;

  async function readRoster() {
    const talents = await readTalents();
    const timeZone = getOwnerTimeZone();
    if (current?.talents !== talents || current.timeZone !== timeZone) {
      const roster = listRoster(talents);
      current = { talents, timeZone, roster, options: listOptions(roster) };
      answers.clear();
    }
    return current;
  }

  return {
    match: async (asked: Plan): Promise<CoverAnswer> => {
      const monday = findMonday(new Date(), asked.timeZone);
      const key = JSON.stringify([monday, asked]);
      // Forgets the answers if the roster has changed.
      await readRoster();
      if (!answers.has(key)) await waitForSlice();
      const { roster } = await readRoster();
      const known = answers.get(key);
      if (known) return known;
      const answer = matchPlan(asked, roster, monday);
      answers.set(key, answer);
      return answer;
    },
    readOptions: async (): Promise<RosterOptions> => (await readRoster()).options,
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The matching of plans with the site's people. */
    cover: ReturnType<typeof createMatcher> & {
      /** Counts a plan of a client. @throws AppError too_many_requests */
      admit: (ip: string) => Promise<unknown>;
    };
  }
}

/** Registers the matching of people with the hours that nobody covers. */
export const coverPlugin = definePlugin<SiteOptions>(
  { name: 'cover', dependencies: ['route-access', 'collections', 'housekeeping'] },
  (app, { db, environment }) => {
    const matcher = createMatcher(app.collectionSnapshots.talents.read, app.scheduler.waitForSlice);
    const admit = createClientRateLimit(db, rateLimit);
    app.decorate('cover', { ...matcher, admit });
    app.post(
      '/api/cover',
      describeRoute('public', {
        operationId: 'matchPlan',
        summary: 'Find who can work the hours of a plan',
        description:
          'Only people who are shown on the site and available are offered, never outside their hours and never at two desks at once. As many half hours are covered as any assignment could.',
        body: plan,
        response: { 200: coverAnswer },
        errors: ['too_many_requests'],
      }),
      async (request) => {
        await admit(request.ip);
        return matcher.match(request.body);
      },
    );
    const counter = createDemandCounter(db, app.outages);
    registerDemandRoutes(app, db, { environment, counter, match: matcher.match, admit });
    app.addHousekeepingJobs(purgeDemandCounts);
    app.addHook('onClose', () => counter.stop());
  },
);
