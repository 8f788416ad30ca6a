import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { createInquiryLimit, type InquiryLimit } from './inquiry-limit.server';
import { registerLeadRoutes } from './routes.server';
import { fillSearchTexts } from './search-text-table.server';
import { createLeadStore, type LeadStore } from './store.server';

declare module 'fastify' {
  interface FastifyInstance {
    leads: LeadStore;
    admitInquiry: InquiryLimit;
  }
}

/** Inquiries: everyone may send one, the admin reads and answers them. */
export const leadsPlugin = definePlugin(
  { name: 'leads', dependencies: ['route-access', 'content', 'outbox'] },
  (app, { db, environment }) => {
    const { packages } = app.collectionStores;
    const leads = createLeadStore(db, {
      environment,
      onPending: app.wakeOutbox,
      findPackages: (ids) => packages.findByIds(ids),
    });
    const admitInquiry = createInquiryLimit(db);
    app.decorate('leads', leads);
    app.decorate('admitInquiry', admitInquiry);
    registerLeadRoutes(app, db, leads, admitInquiry);

    let isClosing = false;
    let searchTextBackfill: Promise<void> | undefined;
    // Not awaited: after an upgrade it takes seconds, and the site serves requests meanwhile.
    app.addHook('onListen', async () => {
      searchTextBackfill = fillSearchTexts(db, () => isClosing).catch((error: unknown) => {
        app.log.error({ err: error }, 'filling in search texts failed');
      });
    });
    app.addHook('onClose', async () => {
      isClosing = true;
      await searchTextBackfill;
    });
  },
);
