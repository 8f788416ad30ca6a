import type { Delivery } from './delivery.server';

const deliveries = new Map<string, Delivery>();

/** Registers the kinds of delivery that the features define. */
export function registerDeliveries(kinds: readonly Delivery[]): void {
  for (const delivery of kinds) deliveries.set(delivery.kind, delivery);
}

export const listDeliveries = (): Delivery[] => [...deliveries.values()];

/**
 * Finds a kind of delivery. Returns undefined for one that only a newer release has, which may run
 * at the same time.
 */
export const findDelivery = (kind: string): Delivery | undefined => deliveries.get(kind);
