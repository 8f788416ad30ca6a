import { shortlistLimit } from '../../features/shortlist/shortlist';
import type { AnswerCache } from '../../lib/answer-cache.server';
import { type Api, failures } from '../../lib/api.server';
import { sendCached } from '../../lib/cached-reply.server';
import { z } from '../../lib/schema';
import type { CollectionSnapshot } from '../collection-snapshot.server';
import type { CollectionStore } from '../collection-store.server';
import { countOptions } from './option-counts';
import { type ShownTalent, type Talent, talentQuery, talents } from './talent';
import { addressAt, readAddress, type TalentAddress } from './talent-address';
import { type TalentBrowse, talentsOnPage } from './talent-browser';
import { matchesFilter } from './talent-options';

const tags = ['talents'];

const browseQuery = z.object({
  ...talentQuery.shape,
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
});

const counts = z.record(z.string(), z.number());

const { displayOrder: _place, ...shownFields } = talents.fields;

/** The public fields of a talent: neither its place in the list nor its dates. */
const shownTalent: z.ZodMiniType<ShownTalent> = z.object({ ...shownFields, id: z.string() });

const browse = z.object({
  talents: z.array(shownTalent),
  total: z.number(),
  counts: z.object({ role: counts, industry: counts, seniority: counts, skills: counts }),
});

const namedQuery = z.object({
  ids: z.pipe(
    z
      .string()
      .check(z.regex(/^[\w-]{1,64}(,[\w-]{1,64})*$/, 'Invalid'), z.maxLength(65 * shortlistLimit)),
    z.transform((text: string) => text.split(',')),
  ),
});

const shownOf = ({ displayOrder: _, createdAt: __, updatedAt: ___, ...shown }: Talent) => shown;

/** The page of all talents that an address asks for; the last one when it lies behind. */
function pageOf(all: readonly Talent[], { filter, page }: TalentAddress) {
  const found = all.filter((talent) => matchesFilter(talent, filter));
  const last = Math.max(1, Math.ceil(found.length / talentsOnPage));
  const start = (Math.min(page, last) - 1) * talentsOnPage;
  const shown = found.slice(start, start + talentsOnPage).map(shownOf);
  return { talents: shown, total: found.length };
}

interface Parts {
  store: CollectionStore;
  /** All talents as they are now. */
  snapshot: CollectionSnapshot<Talent>;
  cache: AnswerCache;
}

/** The reads of the talent browser and of shortlists. */
export function talentRoutes(api: Api, { store, snapshot, cache }: Parts): void {
  let counted: { of: readonly Talent[]; counts: TalentBrowse['counts'] } | undefined;

  /** Counts once a snapshot: the options are the same on each page. */
  function countsOf(all: readonly Talent[]): TalentBrowse['counts'] {
    if (counted?.of !== all) counted = { of: all, counts: countOptions(all) };
    return counted.counts;
  }

  api.get(
    '/api/talents/browse',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'browseTalents',
        tags,
        summary: `A page of ${talentsOnPage} of those who match, how many there are, and how many each option names`,
        querystring: browseQuery,
        response: { 200: browse, ...failures('invalid') },
      },
    },
    (request, reply) => {
      const address = readAddress(request.url.split('?', 2)[1] ?? '');
      return sendCached(request, reply, {
        cache,
        key: addressAt('/api/talents/browse', address),
        type: 'application/json; charset=utf-8',
        of: 'lists',
        make: async () => {
          const all = await snapshot.read();
          const found: TalentBrowse = { ...pageOf(all, address), counts: countsOf(all) };
          return { text: JSON.stringify(found), complete: true };
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
        querystring: namedQuery,
        response: { 200: z.array(talents.item), ...failures('invalid') },
      },
    },
    (request) => store.named(request.query.ids) as Promise<Talent[]>,
  );
}
