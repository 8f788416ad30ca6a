import type { RawBuilder } from 'kysely';
import type { DatabaseTransaction } from '../../db/database.server';

/**
 * What other features do when leads are stored or deleted, in the same transaction. The composition hands
 * these hooks in, so that leads doesn't depend on the features that depend on it.
 */
export interface LeadHooks {
  /** Audit subjects that a lead's history shows besides its own. Their entries are deleted with the lead. */
  timelineSubjects: readonly string[];

  /** Runs for leads that were just stored. */
  afterInsert: {
    /**
     * SQL condition on a row of `leads`: whether `run` has anything to do for it. It is a column of the
     * INSERT's RETURNING, because for nearly all leads it is false and a query of its own would be wasted.
     */
    condition: RawBuilder<boolean | 0 | 1>;
    run: (
      transaction: DatabaseTransaction,
      leads: readonly { id: string; email: string }[],
    ) => Promise<void>;
  };

  /** Runs before a lead is deleted. @throws AppError conflict when the lead must stay */
  beforeDelete: (transaction: DatabaseTransaction, leadId: string) => Promise<void>;

  /** Takes part in the deletion of leads whose retention period is over. */
  retention: {
    /** Deletes what doesn't justify keeping the expired leads. `isExpired` is a condition on `leads`. */
    beforeDelete: (
      transaction: DatabaseTransaction,
      isExpired: RawBuilder<boolean>,
    ) => Promise<void>;
    /** SQL condition on a row of `leads`: whether the lead stays although it has expired. */
    isRetained: RawBuilder<boolean>;
  };
}
