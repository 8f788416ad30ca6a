import type { CollectionSnapshot } from '../../collection-kit/snapshot.server';
import type { CollectionStore } from '../../collection-kit/store.server';
import { type Api, describeErrors } from '../../http/api.server';
import type { ResponseCache } from '../../http/response-cache.server';
import { sendCached } from '../../http/send-cached.server';
import { z } from '../../lib/schema';
import { type PublicTalent, type Talent, talentQuery, talents } from './contract';
import { countOptions } from './option-counts';
import { type TalentSearchResult, talentsPerPage } from './queries';
import { maxShortlistEntries } from './shortlist/shortlist';
import { matchesFilter } from './talent-options';
import { buildSearchUrl, parseTalentSearch, type TalentSearch } from './talent-search';

const tags = ['talents'];

const browseQuery = z.object({
  ...talentQuery.shape,
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});

const counts = z.record(z.string(), z.number());

const { displayOrder: _place, ...publicFields } = talents.fields;

/** The public fields of a talent: neither its place in the list nor its dates. */
const publicTalent: z.ZodMiniType<PublicTalent> = z.object({ ...publicFields, id: z.string() });

const browseResponse = z.object({
  talents: z.array(publicTalent),
  total: z.number(),
  counts: z.object({ role: counts, industry: counts, seniority: counts, skills: counts }),
});

const idsQuery = z.object({
  ids: z.pipe(
    z
      .string()
      .check(
        z.regex(/^[\w-]{1,64}(,[\w-]{1,64})*$/, 'Invalid'),
        z.maxLength(65 * maxShortlistEntries),
      ),
    z.transform((text: string) => text.split(',')),
  ),
});

const toPublicTalent = ({ displayOrder: _, createdAt: __, updatedAt: ___, ...shown }: Talent) =>
  shown;

/** The page of all talents that an address asks for; the last one when it lies behind. */
function getPage(all: readonly Talent[], { filter, page }: TalentSearch) {
  const found = all.filter((talent) => matchesFilter(talent, filter));
  const last = Math.max(1, Math.ceil(found.length / talentsPerPage));
  const start = (Math.min(page, last) - 1) * talentsPerPage;
  const shown = found.slice(start, start + talentsPerPage).map(toPublicTalent);
  return { talents: shown, total: found.length };
}

interface Dependencies {
  store: CollectionStore;
  /** All talents as they are now. */
  snapshot: CollectionSnapshot<Talent>;
  cache: ResponseCache;
}

/** The reads of the talent browser and of shortlists. */
export function registerTalentRoutes(api: Api, { store, snapshot, cache }: Dependencies): void {
  let cachedCounts: { of: readonly Talent[]; counts: TalentSearchResult['counts'] } | undefined;

  /** Counts once a snapshot: the options are the same on each page. */
  function getCounts(all: readonly Talent[]): TalentSearchResult['counts'] {
    if (cachedCounts?.of !== all) cachedCounts = { of: all, counts: countOptions(all) };
    return cachedCounts.counts;
  }

  api.get(
    '/api/talents/browse',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'browseTalents',
        tags,
        summary: `A page of ${talentsPerPage} of those who match, how many there are, and how many each option names`,
        querystring: browseQuery,
        response: { 200: browseResponse, ...describeErrors('invalid') },
      },
    },
    (request, reply) => {
      const talentSearch = parseTalentSearch(request.url.split('?', 2)[1] ?? '');
      return sendCached(request, reply, {
        cache,
        key: buildSearchUrl('/api/talents/browse', talentSearch),
        type: 'application/json; charset=utf-8',
        cacheName: 'lists',
        render: async () => {
          const all = await snapshot.read();
          const found: TalentSearchResult = {
            ...getPage(all, talentSearch),
            counts: getCounts(all),
          };
          return { text: JSON.stringify(found), isComplete: true };
        },
      });
    },
  );

  api.get(
    '/api/talents/named',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listTalentsById',
        tags,
        summary:
          'The talents with these ids (separated by commas), in this order, without those that are gone',
        querystring: idsQuery,
        response: { 200: z.array(talents.item), ...describeErrors('invalid') },
      },
    },
    (request) => store.findByIds(request.query.ids) as Promise<Talent[]>,
  );
}
