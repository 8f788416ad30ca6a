import type { Delivery } from '../foundation/outbox/delivery.server';

const modules = import.meta.glob<{ default: Delivery }>('../features/**/*.delivery.server.ts', {
  eager: true,
});

/** Every delivery of the features: a new one is found by its file name. */
export const deliveries: readonly Delivery[] = Object.values(modules).map(
  (module) => module.default,
);
