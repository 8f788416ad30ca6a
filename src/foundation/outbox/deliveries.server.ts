import type { Delivery } from './delivery.server';

const deliveries = new Map<string, Delivery>();

/** Adds the kinds of delivery that the site makes, which lie with their features. */
export function registerDeliveries(kinds: readonly Delivery[]): void {
  for (const delivery of kinds) deliveries.set(delivery.kind, delivery);
}

export const listDeliveries = (): Delivery[] => [...deliveries.values()];

/** Finds a kind of delivery; undefined for one that a newer release beside this one has stored. */
export const findDelivery = (kind: string): Delivery | undefined => deliveries.get(kind);
