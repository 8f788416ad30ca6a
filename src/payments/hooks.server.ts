import type { Database } from '../db/database.server';
import type { AgreedPrice } from './agreed-price';
import type { PaymentInput } from './contract';

/** What a lead has agreed to pay for a package, and in which proposal. */
export interface Agreement extends AgreedPrice {
  proposalId: string;
}

/** Functions of other features that payments call, so that they don't depend on them. */
export interface PaymentHooks {
  /** Finds what a lead has agreed to pay for a package; undefined without an agreement. */
  findAgreement: (
    db: Database,
    ids: Pick<PaymentInput, 'leadId' | 'packageId'>,
  ) => Promise<Agreement | undefined>;
}
