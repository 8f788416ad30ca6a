import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';
import { describeRoutes } from '../http/api.server';
import type { CollectionHooks } from './collections/collections.server';
import { demoState } from './demo-items';
import {
  getDemoState,
  purgeDemoItems,
  removeDemoContent,
  restoreDemoContent,
} from './demo-items.server';

interface DemoItemsOptions extends SiteOptions {
  collectionHooks: CollectionHooks;
}

const describeRoute = describeRoutes('demo');

/** Registers the routes that remove all demo content in one step, and undo that. */
export const demoItemsPlugin = definePlugin<DemoItemsOptions>(
  { name: 'demo-items', dependencies: ['route-access', 'housekeeping', 'collections'] },
  (app, { db, collectionHooks }) => {
    app.addHousekeepingJobs(purgeDemoItems);

    app.get(
      '/api/demo',
      describeRoute('admin', {
        operationId: 'getDemoContent',
        summary: 'The demo items on the site',
        response: { 200: demoState },
      }),
      () => getDemoState(db),
    );

    app.post(
      '/api/demo/remove',
      describeRoute('admin', {
        operationId: 'removeDemoContent',
        summary: 'Remove all demo content in one step',
        description:
          'Items that the owner has edited stay, as do packages that were paid. It can be undone for a day.',
        response: { 200: demoState },
      }),
      (request) => removeDemoContent(db, collectionHooks, request.userId),
    );

    app.post(
      '/api/demo/restore',
      describeRoute('admin', {
        operationId: 'restoreDemoContent',
        summary: 'Restore the demo content that was removed within a day',
        response: { 200: demoState },
        errors: ['gone'],
      }),
      (request) => restoreDemoContent(db, request.userId),
    );
  },
);
