import type { RawBuilder } from 'kysely';
import type { Database, DatabaseTransaction } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { AppError } from '../lib/errors';
import type { z } from '../lib/schema';
import type { FindPackages } from './inquiry/package-choice';
import type { LeadValues } from './lead-value.server';

declare module '../foundation/outbox/delivery.server' {
  interface DeliveryServices {
    leadHooks: LeadHooks;
  }
}

interface LeadRecords {
  schema: z.ZodMiniType<unknown[]>;
  list: (db: Database, leadIds: readonly string[], environment: Environment) => Promise<unknown[]>;
}

interface OverviewList {
  schema: z.ZodMiniType<unknown[]>;
  list: (db: Database, environment: Environment) => Promise<unknown[]>;
}

/**
 * Hooks of other features that run when leads are stored or deleted, in the same transaction. They
 * are passed in, so that leads doesn't depend on the features that depend on it.
 */
export interface LeadHooks {
  /**
   * Audit subjects that a lead's history shows besides its own, with their kind in the timeline.
   * Their entries are deleted with the lead.
   */
  timelineKinds: Readonly<Record<string, 'payment' | 'call' | 'proposal'>>;

  /** Records of other features that a lead's page shows, newest first. */
  records: { bookings: LeadRecords; payments: LeadRecords; proposals: LeadRecords };

  calls: {
    /** Builds SQL that selects the leads of booked calls that are not over: `id` and `start`. */
    selectPlanned: () => RawBuilder<unknown>;
  };

  /** Calls with an email that belong to no lead with that email. */
  privacy: {
    listBookings: (db: Database, email: string) => Promise<unknown[]>;
    /** @returns how many were deleted */
    eraseBookings: (transaction: DatabaseTransaction, email: string) => Promise<number>;
  };

  /** Parts of the overview that other features provide. */
  overview: {
    callsToday: {
      schema: z.ZodMiniType<unknown[]>;
      list: (
        db: Database,
        today: { start: string; end: string },
        environment: Environment,
      ) => Promise<unknown[]>;
    };
    /** Canceled calls after which the owner has to say whether the lead goes back. */
    canceledCalls: OverviewList;
    /** Proposals that wait for an answer, of the visitor or of the owner. */
    proposals: OverviewList;
    /** Lists the calls within a day whose visitors wait for a link. */
    listCallsWithoutLink: (
      db: Database,
      environment: Environment,
    ) => Promise<
      { leadId: string | null; start: string | null; name: string | null; company: string | null }[]
    >;
    /**
     * Counts payments that need a look. `since`: the time of the oldest one; `leadId`: the lead of
     * the newest one.
     */
    countPaymentProblems: (
      db: Database,
    ) => Promise<{ count: number; since: string | null; leadId: string | null }>;
  };

  /** Runs for leads that were just stored. */
  afterInsert: {
    /**
     * SQL condition on a row of `leads`: whether `run` has anything to do for it. It is part of the
     * INSERT's RETURNING clause, because it is false for nearly all leads and would not be worth a
     * separate query.
     */
    condition: RawBuilder<boolean | 0 | 1>;
    run: (
      transaction: DatabaseTransaction,
      leads: readonly { id: string; email: string }[],
    ) => Promise<void>;
  };

  /**
   * Runs before leads are deleted.
   * @param groups the inquiries that are deleted together, by the lead that the request names
   * @returns the error for each group that must stay
   */
  beforeDelete: (
    transaction: DatabaseTransaction,
    groups: ReadonlyMap<string, readonly string[]>,
  ) => Promise<ReadonlyMap<string, AppError>>;

  /** Hooks into the deletion of leads whose retention period is over. */
  retention: {
    /**
     * Deletes records that are no reason to retain an expired lead. `isExpired` is an SQL condition
     * on `leads`.
     */
    beforeDelete: (
      transaction: DatabaseTransaction,
      isExpired: RawBuilder<boolean>,
    ) => Promise<void>;
    /**
     * Builds an SQL condition on a row of `leads`: whether it has paid, or has a call since a time.
     * Then it does not expire.
     */
    isInUseSince: (time: string) => RawBuilder<boolean>;
    /** SQL condition on a row of `leads`: whether the lead is retained although it has expired. */
    isRetained: RawBuilder<boolean>;
  };
}

/** Dependencies of the routes. */
export interface LeadRoutesContext {
  db: Database;
  environment: Environment;
  hooks: LeadHooks;
  /** Returns the values of leads by the current prices. */
  getValues: () => Promise<LeadValues>;
  findPackages: FindPackages;
  /** Call it when a change may have caused deliveries. */
  wakeOutbox: () => void;
}
