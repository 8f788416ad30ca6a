import type { Delivery } from '../foundation/outbox/delivery.server';

const modules = import.meta.glob<{ default: Delivery }>('../features/**/*.delivery.server.ts', {
  eager: true,
});

/** The deliveries of all features. A new one is found by its file name. */
export const deliveries: readonly Delivery[] = Object.values(modules).map(
  (module) => module.default,
);
