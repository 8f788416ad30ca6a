import { type Api, describeRoutes, notModified } from '../../../http/api.server';
import { sendCachedList } from '../../../http/send-cached.server';
import { z } from '../../../lib/schema';
import { listHomeTalents } from './browse-talents.server';
import { type PublicTalent, talentQuery, talents } from './contract';
import { talentsPerPage } from './queries';
import { maxShortlistEntries } from './shortlist/shortlist';
import { buildSearchUrl, type FilterOptions, parseTalentSearch } from './talent-search';

const describeRoute = describeRoutes('talents');

const browseQuery = z.object({
  ...talentQuery.shape,
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});

const counts = z.record(z.string(), z.number());

const { displayOrder, onHome, hours, timeZone, ...publicFields } = talents.fields;

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

/** Registers the read routes of the talent browser and of shortlists. */
export function registerTalentRoutes(api: Api, getOptions: () => FilterOptions): void {
  const { collectionStores, collectionSnapshots, browseTalents } = api;
  api.get(
    '/api/talents/browse',
    describeRoute('public', {
      operationId: 'browseTalents',
      summary: `A page of ${talentsPerPage} of those who match, how many there are, and how many have each option within the other filters`,
      querystring: browseQuery,
      response: { 200: browseResponse, 304: notModified },
    }),
    (request, reply) => {
      const talentSearch = parseTalentSearch(request.url.split('?', 2)[1] ?? '', getOptions());
      return sendCachedList(request, reply, {
        key: buildSearchUrl('/api/talents/browse', talentSearch),
        read: () => browseTalents(talentSearch),
      });
    },
  );

  api.get(
    '/api/talents/home',
    describeRoute('public', {
      operationId: 'listHomeTalents',
      summary: 'Those on the home page: the marked ones, or else the first nine',
      response: {
        200: z.object({ talents: z.array(publicTalent), total: z.number() }),
        304: notModified,
      },
    }),
    (request, reply) =>
      sendCachedList(request, reply, {
        key: '/api/talents/home',
        read: async () => listHomeTalents(await collectionSnapshots.talents.read()),
      }),
  );

  api.get(
    '/api/talents/named',
    describeRoute('public', {
      operationId: 'listTalentsById',
      summary:
        'The talents with these ids (separated by commas), in this order, without those that are gone',
      querystring: idsQuery,
      response: { 200: z.array(talents.item) },
    }),
    (request) => collectionStores.talents.findPublishedByIds(request.query.ids),
  );
}
