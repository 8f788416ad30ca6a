import { definePlugin } from '../foundation/environment/define-plugin.server';
import { startReconciliation } from './reconciliation.server';
import {
  registerCheckoutRoutes,
  registerLeadPaymentRoutes,
  registerStripeWebhook,
} from './routes.server';

/** Payments through Stripe, and the reconciliation of open ones. */
export const paymentsPlugin = definePlugin(
  { name: 'payments', dependencies: ['route-access', 'collections', 'outbox'] },
  async (app, { db, environment }) => {
    const { log, wakeOutbox } = app;
    const listPackages = app.collectionStores.packages.listPublished;
    const context = { db, environment, listPackages, log, wakeOutbox };
    registerCheckoutRoutes(app, context);
    registerLeadPaymentRoutes(app, context);
    await registerStripeWebhook(app, context);
    app.addHook('onClose', startReconciliation(context));
  },
);
