import type { Database } from '../../db/database.server';
import type { RateLimitCounter } from '../../db/rate-limit-counter.server';
import type { Environment } from '../environment/environment.server';
import type { Mailer, Sent } from './mailer.server';

/**
 * The payload of each event, by the event's name. Each feature declares its own: `declare module
 * '…/outbox/delivery.server' { interface OutboxEvents { 'lead-created': … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface OutboxEvents {}

export type OutboxEvent = keyof OutboxEvents;

/** Services that the features' deliveries need. Declared by the features, like `OutboxEvents`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface DeliveryServices {}

/** Dependencies that are passed to a delivery. */
export interface DeliveryContext extends DeliveryServices {
  /** The delivery's ID. The same in every attempt, so that the receiver can drop a duplicate. */
  id: string;
  db: Database;
  environment: Environment;
  mailer: Mailer;
  /** Rate limits shared by all processes. Only the first attempt of a delivery counts. */
  count: RateLimitCounter;
  isFirstTry: boolean;
  /** When the event happened, as ISO 8601. */
  createdAt: string;
  /** The receiver, of a delivery with several. */
  target: string | null;
}

/** One of several receivers of a delivery, such as a webhook. */
export interface DeliveryTarget {
  id: string;
  topics: readonly string[];
}

/** A delivery that is skipped for good. The owner sees the reason with the lead. */
export interface NotSent {
  notSent: string;
}

/** A delivery that is postponed without a failure. The owner sees the reason with the lead. */
export interface Postponed {
  /** In milliseconds since the epoch, at most one hour ahead. */
  postponedUntil: number;
  reason: string;
  /** Whether this is an email to the owner that goes into the next summary. */
  isForSummary?: boolean;
}

/** What the owner is told when deliveries fail. Those with the same title are counted together. */
export interface DeliveryFailure {
  title: string;
  /** Tells the owner how to fix it. */
  fix: string;
  /** The page of the admin area where that is done. */
  fixPath: string | null;
  /** What is delivered, for its count: "2 emails". */
  noun: string;
}

/**
 * One kind of delivery: the default export of a file named `*.delivery.server.ts`, or one of several. It is found
 * by that name, and every event of its kind creates one delivery.
 */
export interface Delivery<E extends OutboxEvent = OutboxEvent> {
  /** Stored with each delivery, so it must never change. */
  kind: string;
  /** Its name beside its status; for a delivery with targets, what they receive. */
  label: string;
  on: E;
  /** Who receives the email. */
  audience?: 'owner' | 'visitor';
  failure: DeliveryFailure;
  /**
   * Set if only the owner repeats an attempt whose result is not known. Others are repeated, so that
   * nothing is lost, and receivers drop duplicates by the delivery's ID.
   */
  isSentOnce?: boolean;
  /**
   * Deliveries of one channel wait for each other; those of different channels don't. By default
   * each kind, and each target, is a channel of its own.
   */
  channel?: 'mail';
  /** Returns why this installation doesn't make this delivery; undefined if it does. */
  getDisabledReason(environment: Environment): string | undefined;
  /** Returns whether this event creates this delivery. If absent, every event does. */
  appliesTo?(payload: OutboxEvents[E]): boolean;
  /**
   * For deliveries that go to each of several receivers, which subscribe to topics. Read in the
   * transaction of the event.
   */
  targets?: {
    read(db: Database): Promise<readonly DeliveryTarget[]>;
    getTopic(payload: OutboxEvents[E]): string;
  };
  /** Makes the delivery. It is retried later if this throws. */
  deliver(
    payload: OutboxEvents[E],
    context: DeliveryContext,
    // biome-ignore lint/suspicious/noConfusingVoidType: most deliveries return nothing
  ): Promise<Sent | NotSent | Postponed | undefined | void>;
  /** Delay after the event, in which it can still be undone or be followed by another change. */
  getDelayMs?(payload: OutboxEvents[E]): number;
  /**
   * For emails to the owner: returns the line for a summary, which replaces single emails when
   * there are too many, or the reason why there is nothing left to report.
   */
  summarize?(
    payload: OutboxEvents[E],
    context: Pick<DeliveryContext, 'db'>,
  ): Promise<string | NotSent>;
}

/** Infers a delivery's payload type from its event. */
export const defineDelivery = <E extends OutboxEvent>(delivery: Delivery<E>): Delivery<E> =>
  delivery;
