import type { Database } from '../db/database.server';
import type { PaymentInput } from './contract';

/** What a lead has agreed to pay for a package. */
export interface Agreement {
  proposalId: string;
  /** The number of the proposal. */
  number: number;
  /** The package's name when it was agreed on. */
  packageName: string;
  /** In cents. */
  amount: number;
}

/** Functions of other features that payments call, so that they don't depend on them. */
export interface PaymentHooks {
  /** Finds what a lead has agreed to pay for a package; undefined without an agreement. */
  findAgreement: (
    db: Database,
    ids: Pick<PaymentInput, 'leadId' | 'packageId'>,
  ) => Promise<Agreement | undefined>;
}
