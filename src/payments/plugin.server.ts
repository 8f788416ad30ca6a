import { definePlugin } from '../foundation/environment/define-plugin.server';
import type { PaymentHooks } from './hooks.server';
import { startReconciliation } from './reconciliation.server';
import {
  registerCheckoutRoutes,
  registerLeadPaymentRoutes,
  registerStripeWebhook,
} from './routes.server';

/** Payments through Stripe, and the reconciliation of open ones. */
export const paymentsPlugin = definePlugin<{ paymentHooks: PaymentHooks }>(
  { name: 'payments', dependencies: ['route-access', 'collections', 'outbox'] },
  async (app, { db, environment, paymentHooks: hooks }) => {
    const { log, wakeOutbox } = app;
    const listPackages = app.collectionStores.packages.listPublished;
    const context = { db, environment, listPackages, hooks, log, wakeOutbox };
    registerCheckoutRoutes(app, context);
    registerLeadPaymentRoutes(app, context);
    await registerStripeWebhook(app, context);
    app.addHook('onClose', startReconciliation(context));
  },
);
