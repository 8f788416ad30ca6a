import type { PaymentStatus } from './payment-status';

export interface PaymentRow {
  id: string;
  leadId: string;
  packageId: string;
  /** The package's name when it was chosen; the admin may rename it. */
  packageName: string;
  /** In cents. */
  amount: number;
  currency: string;
  stripePaymentIntentId: string | null;
  status: PaymentStatus;
  /** In cents. */
  refundedAmount: number;
  /** When reconciliation last asked Stripe. */
  checkedAt: string | null;
  /** JSON of the payer's attribution. */
  attribution: string | null;
  /** The accepted proposal that the amount is from. */
  proposalId: string | null;
  createdAt: string;
  updatedAt: string;
}

declare module '../db/database.server' {
  interface Tables {
    payments: PaymentRow;
  }
}

declare module '../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    'payment-succeeded': { leadId: string; paymentId: string };
    /** A lead wanted to pay while payments are off. The amount in cents. */
    'payment-wanted': { leadId: string; packageName: string; amount: number };
    /** A payment was deleted while Stripe could still have taken money for it. */
    'payment-dropped': { paymentIntentId: string };
  }
}
