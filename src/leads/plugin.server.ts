import { runInTransaction } from '../db/transactions.server';
import { definePlugin } from '../foundation/environment/define-plugin.server';
import { purgeIdempotencyKeys } from '../http/repeatable-request.server';
import { createSnapshot } from '../lib/snapshot.server';
import { registerCsvRoutes } from './csv/csv-routes.server';
import {
  registerLeadReadRoutes,
  registerRecordRoutes,
  registerRelatedLeadRoutes,
} from './detail/routes.server';
import { adoptNextSteps } from './detail/tasks.server';
import type { LeadHooks, LeadRoutesContext } from './hooks.server';
import type { FindPackages } from './inquiry/package-choice';
import { registerInquiryRoute } from './inquiry/routes.server';
import { createInquirySubmission, type SubmittedInquiry } from './inquiry/submit-inquiry.server';
import { createLeadValues } from './lead-value.server';
import { registerPrivacyRoutes } from './privacy/privacy.server';
import { purgeExpiredLeads } from './privacy/retention.server';
import { registerProjectManagerRoutes } from './project-managers.server';
import {
  registerLeadChangeRoutes,
  registerLeadDeletionRoutes,
  registerLeadGroupRoutes,
  registerLeadListRoutes,
} from './routes.server';
import { completeLeads } from './search/search-texts.server';
import { purgeTestLeads } from './self-test/self-test.server';
import { startDigestTimer } from './today/digest.server';
import { registerOverviewRoutes } from './today/overview.server';
import { reportSilence } from './today/problems.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an inquiry toward the rate limit. @throws AppError too_many_requests */
    admitInquiry: (ip: string) => Promise<unknown>;
    /** Stores an inquiry, and marks it when it looks like spam. @returns the lead's id */
    submitInquiry: (inquiry: SubmittedInquiry) => Promise<string>;
  }
}

/** Leads: visitors send inquiries, the admin reads and manages them. */
export const leadsPlugin = definePlugin<{ leadHooks: LeadHooks }>(
  { name: 'leads', dependencies: ['route-access', 'housekeeping', 'collections', 'outbox'] },
  async (app, { db, environment, leadHooks }) => {
    const { packages } = app.collectionStores;
    const findPackages: FindPackages = (ids) => packages.findPublishedByIds(ids);
    // Also those that visitors don't see: a lead keeps its value when its package is taken down.
    const allPackages = createSnapshot(() => packages.list());
    app.onContentChange(async () => allPackages.invalidate());
    const context: LeadRoutesContext = {
      db,
      environment,
      hooks: leadHooks,
      getValues: async () => createLeadValues(await allPackages.read()),
      findPackages,
      wakeOutbox: app.wakeOutbox,
    };
    const { admitInquiry, submitInquiry } = createInquirySubmission(context);
    app.decorate('admitInquiry', admitInquiry);
    app.decorate('submitInquiry', submitInquiry);
    registerInquiryRoute(app);
    registerLeadListRoutes(app, context);
    registerLeadReadRoutes(app, context);
    registerLeadChangeRoutes(app, context);
    registerLeadDeletionRoutes(app, context);
    registerLeadGroupRoutes(app, context);
    registerRelatedLeadRoutes(app, context);
    registerRecordRoutes(app, context);
    registerProjectManagerRoutes(app, context);
    registerOverviewRoutes(app, context);
    registerPrivacyRoutes(app, context);
    await registerCsvRoutes(app, context);

    let isClosing = false;
    let completing: Promise<void> | undefined;
    async function completeAllLeads(): Promise<void> {
      await runInTransaction(db, (transaction) => adoptNextSteps(transaction));
      await completeLeads(db, () => isClosing);
    }

    app.addHousekeepingJobs(
      // Before the keys, by which it finds them.
      purgeTestLeads,
      purgeIdempotencyKeys,
      function purgeOldLeads() {
        return purgeExpiredLeads(db, leadHooks, environment.owner.leadRetentionMonths);
      },
      async function reportMissingLeads() {
        const { silenceAlarmDays } = environment.owner;
        if (await reportSilence(db, silenceAlarmDays)) app.wakeOutbox();
      },
      // For what a process of an earlier release has stored since startup.
      completeAllLeads,
    );

    startDigestTimer(app, { db, environment });

    // Not awaited: after an upgrade from a release without search texts it takes a minute, and the
    // site serves requests meanwhile.
    app.addHook('onListen', async () => {
      // Tried again within the hour.
      const report = app.outages.createReporter(
        'completing the leads of an earlier release failed',
      );
      completing = completeAllLeads().catch(report);
    });
    app.addHook('onClose', async () => {
      isClosing = true;
      await completing;
    });
  },
);
