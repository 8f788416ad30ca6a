import type { Database } from '../../db/database.server';
import type { RateLimitCounter } from '../../db/rate-limit-counter.server';
import type { Environment } from '../settings/environment.server';
import type { Mailer } from './mailer.server';

/**
 * The payload of each event that causes deliveries, by the event's name. Each feature declares its own:
 * `declare module '…/outbox/delivery.server' { interface OutboxEvents { 'lead-created': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface OutboxEvents {}

export type OutboxEvent = keyof OutboxEvents;

/** What features need for their deliveries beyond the context. Filled as `OutboxEvents` is. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DeliveryServices {}

/** What a delivery may use. */
export interface DeliveryContext extends DeliveryServices {
  /** The delivery's own id: the same at every try, so that a receiver can drop a twin. */
  id: string;
  db: Database;
  environment: Environment;
  mailer: Mailer;
  /** Counts for all processes: what is reserved at the first try is not reserved again. */
  count: RateLimitCounter;
  isFirstTry: boolean;
}

/** Why a delivery was not made, and will not be. The owner reads it with the lead. */
export interface NotSent {
  notSent: string;
}

/** Until when a delivery waits, though nothing has failed. The owner reads the reason with the lead. */
export interface PutOff {
  /** In milliseconds since the epoch, an hour ahead at most. */
  putOffUntil: number;
  reason: string;
  /** It is a mail to the owner that a summary will tell of. */
  isForSummary?: boolean;
}

/**
 * One kind of delivery. A kind is one file, `*.delivery.server.ts`, whose default export is this:
 * it is found by its name, and from then on every event of its kind makes one delivery.
 */
export interface Delivery<E extends OutboxEvent = OutboxEvent> {
  /** Stored with each delivery: never renamed. */
  kind: string;
  on: E;
  /** Why this installation does not deliver this kind; undefined when it does. */
  getDisabledReason(environment: Environment): string | undefined;
  /** Whether this event is to be delivered by this kind at all; without it, every one is. */
  appliesTo?(payload: OutboxEvents[E]): boolean;
  /** Delivers; what it throws is tried again later. */
  deliver(
    payload: OutboxEvents[E],
    context: DeliveryContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: most deliveries have nothing to say
  ): Promise<NotSent | PutOff | undefined | void>;
  /** Whether it waits for a moment in which nothing more changes, so that one mail tells of the last state. */
  waitsForChanges?(payload: OutboxEvents[E]): boolean;
  /**
   * For mails to the owner: the line that tells of it in a summary, where too many come to be sent one by
   * one; or why there is nothing to tell any more.
   */
  summarize?(
    payload: OutboxEvents[E],
    context: Pick<DeliveryContext, 'db'>,
  ): Promise<string | NotSent>;
}

/** Types a kind of delivery by its event. */
export const defineDelivery = <E extends OutboxEvent>(delivery: Delivery<E>): Delivery<E> =>
  delivery;
