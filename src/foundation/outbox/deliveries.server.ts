import type { Delivery } from './delivery.server';

const deliveries = new Map<string, Delivery>();

/** Registers the kinds of delivery that the features define. */
export function registerDeliveries(kinds: readonly Delivery[]): void {
  for (const delivery of kinds) deliveries.set(delivery.kind, delivery);
}

export const listDeliveries = (): Delivery[] => [...deliveries.values()];

/** Finds a kind of delivery; undefined for one that only a newer release has. */
export const findDelivery = (kind: string): Delivery | undefined => deliveries.get(kind);
