import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/settings/environment.server';
import type { Api } from '../../http/api.server';
import { z } from '../../lib/schema';
import { createCheckout } from './checkout.server';
import { startReconciliation } from './reconciliation.server';
import { registerPaymentRoutes, registerStripeWebhook } from './routes.server';
import { createPaymentStore } from './store.server';
import { canTakePayments } from './stripe-client.server';

interface Dependencies {
  db: Database;
  environment: Environment;
  /** The packages on offer, as they are stored. */
  packages: () => Promise<unknown>;
  /** Called when a payment may have caused deliveries. */
  onStored: () => void;
}

const pricedPackagesSchema = z.array(
  z.object({ id: z.string(), name: z.string(), price: z.nullable(z.number()) }),
);

/** Registers the calls around payments, and asks Stripe about those that are open. @returns what stops that */
export async function registerPayments(
  api: Api,
  { db, environment, packages, onStored }: Dependencies,
) {
  const { log } = api;
  const store = createPaymentStore(db, log);
  const checkout = createCheckout({
    db,
    environment,
    store,
    log,
    packages: async () => pricedPackagesSchema.parse(await packages()),
  });
  const dependencies = { db, environment, store, checkout, log, onStored };
  registerPaymentRoutes(api, dependencies);
  await registerStripeWebhook(api, dependencies);
  const stop = canTakePayments(environment)
    ? startReconciliation(dependencies)
    : async () => undefined;
  return { stop };
}
