import type { Delivery } from '../foundation/outbox/delivery.server';

/** The deliveries of all features. A new one is found by its file name. */
export const deliveries: readonly Delivery[] = Object.values(
  import.meta.glob<Delivery | Delivery[]>('../**/*.delivery.server.ts', {
    eager: true,
    import: 'default',
  }),
).flat();
