import type { Collection } from '../../collection-kit/define-collection';
import { getCollectionTable } from '../../collection-kit/table.server';
import type { Database } from '../../db/database.server';
import { type Api, describeErrors } from '../../http/api.server';
import { z } from '../../lib/schema';
import { caseStudies } from '../case-studies/contract';
import { packages } from '../packages/contract';
import { talents } from '../talents/contract';
import type { ContentCounts } from './content-counts';

const contentCountsSchema = z.object({
  talents: z.object({ total: z.number(), available: z.number() }),
  caseStudies: z.object({ total: z.number(), featured: z.number() }),
  packages: z.object({ total: z.number() }),
});

/** Counts a collection's items. With `where`, counts only those with this value in this column. */
async function countItems(
  db: Database,
  collection: Pick<Collection, 'table'>,
  where?: { column: string; value: string | number },
): Promise<number> {
  let query = db.selectFrom(getCollectionTable(collection));
  if (where) query = query.where(where.column, '=', where.value);
  const { total } = await query
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Registers the route for the dashboard's content counts. It counts in the database, in one
 * request: the lists themselves would be a megabyte at 1,000 talents, on each visit of any tab.
 */
export function registerContentCountRoutes(api: Api, db: Database): void {
  api.get(
    '/api/content-counts',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getContentCounts',
        tags: ['content'],
        summary: 'How many talents, case studies and packages there are',
        response: { 200: contentCountsSchema, ...describeErrors('unauthenticated') },
      },
    },
    async (): Promise<ContentCounts> => ({
      talents: {
        total: await countItems(db, talents),
        available: await countItems(db, talents, { column: 'status', value: 'available' }),
      },
      caseStudies: {
        total: await countItems(db, caseStudies),
        featured: await countItems(db, caseStudies, { column: 'featured', value: 1 }),
      },
      packages: { total: await countItems(db, packages) },
    }),
  );
}
