import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { createCheckout } from './checkout.server';
import { startReconciliation } from './reconciliation.server';
import { registerPaymentRoutes, registerStripeWebhook } from './routes.server';
import { createPaymentStore } from './store.server';
import { canTakePayments } from './stripe-client.server';

/** Payments through Stripe, and the reconciliation of open ones. */
export const paymentsPlugin = definePlugin(
  { name: 'payments', dependencies: ['route-access', 'collections', 'outbox'] },
  async (app, { db, environment }) => {
    const { log, collectionStores, wakeOutbox } = app;
    const store = createPaymentStore(db, log);
    const checkout = createCheckout({
      db,
      environment,
      store,
      log,
      packages: collectionStores.packages.list,
    });
    const dependencies = { db, environment, store, checkout, log, onStored: wakeOutbox };
    registerPaymentRoutes(app, dependencies);
    await registerStripeWebhook(app, dependencies);
    if (canTakePayments(environment)) {
      const stopReconciliation = startReconciliation(dependencies);
      app.addHook('onClose', () => stopReconciliation());
    }
  },
);
