import { definePlugin, type SiteOptions } from '../../foundation/settings/define-plugin.server';
import type { LeadHooks } from './hooks.server';
import { purgeIdempotencyKeys } from './idempotency-keys.server';
import { createInquiryLimit, type InquiryLimit } from './inquiry-limit.server';
import { purgeExpiredLeads } from './retention.server';
import { registerLeadRoutes } from './routes.server';
import { fillSearchTexts } from './search-text-table.server';
import { createLeadStore } from './store.server';
import { createInquirySubmission, type SubmitInquiry } from './submit-inquiry.server';

declare module 'fastify' {
  interface FastifyInstance {
    admitInquiry: InquiryLimit;
    submitInquiry: SubmitInquiry;
  }
}

interface LeadsOptions extends SiteOptions {
  leadHooks: LeadHooks;
}

/** Leads: visitors send inquiries, the admin reads and manages them. */
export const leadsPlugin = definePlugin<LeadsOptions>(
  { name: 'leads', dependencies: ['route-access', 'housekeeping', 'collections', 'outbox'] },
  (app, { db, environment, leadHooks }) => {
    const { packages } = app.collectionStores;
    const leads = createLeadStore(db, {
      environment,
      onPending: app.wakeOutbox,
      findPackages: (ids) => packages.findByIds(ids),
      hooks: leadHooks,
    });
    const admitInquiry = createInquiryLimit(db);
    const submitInquiry = createInquirySubmission(leads, admitInquiry);
    app.decorate('admitInquiry', admitInquiry);
    app.decorate('submitInquiry', submitInquiry);
    registerLeadRoutes(app, db, leads, submitInquiry);

    app.addHousekeepingJobs(
      purgeIdempotencyKeys,
      function purgeOldLeads() {
        return purgeExpiredLeads(db, leadHooks);
      },
      // For leads that a process of an earlier release has stored since startup.
      function fillMissingSearchTexts() {
        return fillSearchTexts(db);
      },
    );

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
