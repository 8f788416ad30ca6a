import type { CollectionHooks } from '../features/collections.server';
import type { LeadHooks } from '../features/leads/hooks.server';
import { paymentAuditSubject } from '../features/payments/history';
import { releasePayments, retainPaidLeads } from '../features/payments/release-payments.server';
import { adoptBookings } from '../features/scheduling/booking-owner.server';
import { callAuditSubject } from '../features/scheduling/history';

/** Hooks of payments and scheduling that run when leads are stored or deleted. */
export const leadHooks: LeadHooks = {
  timelineSubjects: [paymentAuditSubject, callAuditSubject],
  afterInsert: adoptBookings,
  beforeDelete: (transaction, leadId) => releasePayments(transaction, 'leadId', leadId),
  retention: retainPaidLeads,
};

/** Hooks of payments that run before a package is deleted. */
export const collectionHooks: CollectionHooks = {
  packages: (transaction, packageId) => releasePayments(transaction, 'packageId', packageId),
};
