import type { Api } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { z } from '../../lib/schema';
import { createCheckout } from './checkout.server';
import { paymentRoutes, stripeWebhook } from './payment-routes.server';
import { paymentStore } from './payment-store.server';
import { startReconciliation } from './reconciliation.server';
import { takesPayments } from './stripe-client.server';

interface Parts {
  db: Database;
  environment: Environment;
  /** The packages on offer, as they are stored. */
  packages: () => Promise<unknown>;
  /** Called when a payment may have caused deliveries. */
  onStored: () => void;
}

const pricedPackages = z.array(
  z.object({ id: z.string(), name: z.string(), price: z.nullable(z.number()) }),
);

/** Registers the calls around payments, and asks Stripe about those that are open. @returns what stops that */
export async function startPayments(api: Api, { db, environment, packages, onStored }: Parts) {
  const { log } = api;
  const store = paymentStore(db, log);
  const checkout = createCheckout({
    db,
    environment,
    store,
    log,
    packages: async () => pricedPackages.parse(await packages()),
  });
  const parts = { db, environment, store, checkout, log, onStored };
  paymentRoutes(api, parts);
  await stripeWebhook(api, parts);
  const stop = takesPayments(environment) ? startReconciliation(parts) : async () => undefined;
  return { stop };
}
