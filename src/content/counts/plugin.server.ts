import { type Expression, type SqlBool, sql } from 'kysely';
import { countRows } from '../../db/database.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { describeRoutes } from '../../http/api.server';
import { caseStudies } from '../collections/case-studies/contract';
import { packages } from '../collections/packages/contract';
import { talents } from '../collections/talents/contract';
import type { Collection } from '../kit/define-collection';
import { getCollectionTable } from '../kit/table.server';
import { type ContentCounts, contentCounts } from './contract';

const describeRoute = describeRoutes('content');

/**
 * Registers the route for the dashboard's content counts. It counts in the database, in one
 * request: the lists themselves would be a megabyte at 1,000 talents, on each visit of any tab.
 */
export const contentCountsPlugin = definePlugin(
  { name: 'content-counts', dependencies: ['route-access'] },
  (app, { db }) => {
    const countItems = (
      collection: Pick<Collection, 'table'>,
      condition: Expression<SqlBool> = sql`true`,
    ) => countRows(db.selectFrom(getCollectionTable(collection)).where(condition));

    app.get(
      '/api/content-counts',
      describeRoute('admin', {
        operationId: 'getContentCounts',
        summary: 'How many talents, case studies and packages there are',
        response: { 200: contentCounts },
      }),
      async (): Promise<ContentCounts> => ({
        talents: {
          total: await countItems(talents),
          available: await countItems(talents, sql`status = ${'available'}`),
        },
        caseStudies: {
          total: await countItems(caseStudies),
          featured: await countItems(caseStudies, sql`featured = ${1}`),
        },
        packages: { total: await countItems(packages) },
      }),
    );
  },
);
