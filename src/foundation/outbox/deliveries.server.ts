import type { Delivery } from './delivery.server';

const modules = import.meta.glob<{ default: Delivery }>('../../features/**/*.delivery.server.ts', {
  eager: true,
});

/** Every kind of delivery that the site knows. */
export const deliveries: readonly Delivery[] = Object.values(modules).map(
  (module) => module.default,
);
