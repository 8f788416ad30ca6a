import { type Api, failures } from '../lib/api.server';
import type { Database } from '../lib/database.server';
import { z } from '../lib/schema';
import { caseStudies } from './case-studies/case-study';
import type { Collection } from './collection';
import type { CollectionCounts } from './collection-counts';
import { collectionTableOf } from './collection-table.server';
import { packages } from './packages/package';
import { talents } from './talents/talent';

const counts = z.object({
  talents: z.object({ total: z.number(), available: z.number() }),
  caseStudies: z.object({ total: z.number(), featured: z.number() }),
  packages: z.object({ total: z.number() }),
});

/** How many items a collection has; with a column, those that hold `value` in it. */
async function count(
  db: Database,
  collection: Pick<Collection, 'table'>,
  where?: { column: string; value: string | number },
): Promise<number> {
  let query = db.selectFrom(collectionTableOf(collection));
  if (where) query = query.where(where.column, '=', where.value);
  const { total } = await query
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * The dashboard's figures about the content. One call that counts in the database: the lists
 * themselves would be a megabyte at 1,000 talents, on each visit of any tab.
 */
export function countRoutes(api: Api, db: Database): void {
  api.get(
    '/api/content-counts',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getContentCounts',
        tags: ['content'],
        summary: 'How many talents, case studies and packages there are',
        response: { 200: counts, ...failures('unauthenticated') },
      },
    },
    async (): Promise<CollectionCounts> => ({
      talents: {
        total: await count(db, talents),
        available: await count(db, talents, { column: 'status', value: 'available' }),
      },
      caseStudies: {
        total: await count(db, caseStudies),
        featured: await count(db, caseStudies, { column: 'featured', value: 1 }),
      },
      packages: { total: await count(db, packages) },
    }),
  );
}
