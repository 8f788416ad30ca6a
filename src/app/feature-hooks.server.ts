import { sql } from 'kysely';
import type { CollectionHooks } from '../features/collections.server';
import type { LeadHooks } from '../features/leads/hooks.server';
import { leadPayment } from '../features/payments/contract';
import { paymentAuditSubject } from '../features/payments/history';
import { countPaymentProblems, listLeadPayments } from '../features/payments/lead-payments.server';
import {
  hasPaid,
  releasePayments,
  retainPaidLeads,
} from '../features/payments/release-payments.server';
import { adoptBookings } from '../features/scheduling/booking-owner.server';
import { saveCallHoursZone } from '../features/scheduling/call-hours-store.server';
import { adminBooking } from '../features/scheduling/contract';
import { callAuditSubject } from '../features/scheduling/history';
import {
  eraseUnownedBookings,
  hasCallSince,
  listCallsBetween,
  listCallsWithoutLink,
  listLeadBookings,
  listUndecidedCancellations,
  listUnownedBookings,
  selectPlannedCalls,
} from '../features/scheduling/lead-bookings.server';
import type { SettingsHooks } from '../features/settings/store.server';
import { z } from '../lib/schema';

/** Hooks of payments and scheduling that run when leads are stored or deleted. */
export const leadHooks: LeadHooks = {
  timelineKinds: { [paymentAuditSubject]: 'payment', [callAuditSubject]: 'call' },
  records: {
    bookings: { schema: z.array(adminBooking), list: listLeadBookings },
    payments: { schema: z.array(leadPayment), list: listLeadPayments },
  },
  calls: { selectPlanned: selectPlannedCalls },
  privacy: { listBookings: listUnownedBookings, eraseBookings: eraseUnownedBookings },
  overview: {
    callsToday: { schema: z.array(adminBooking), list: listCallsBetween },
    canceledCalls: { schema: z.array(adminBooking), list: listUndecidedCancellations },
    listCallsWithoutLink,
    countPaymentProblems,
  },
  afterInsert: adoptBookings,
  beforeDelete: (transaction, groups) => releasePayments(transaction, 'leadId', groups),
  retention: {
    ...retainPaidLeads,
    isInUseSince: (time) => sql`(${hasPaid} or ${hasCallSince(time)})`,
  },
};

/** Hooks of payments that run before a package is deleted. */
export const collectionHooks: CollectionHooks = {
  packages: (transaction, ids) =>
    releasePayments(transaction, 'packageId', new Map(ids.map((id) => [id, [id]]))),
};

/** Hooks of scheduling that run when settings are changed. */
export const settingsHooks: SettingsHooks = { onTimeZoneChange: saveCallHoursZone };
