import { sql } from 'kysely';
import type { Database } from '../db/database.server';
import { collections } from '../features/collections';
import { type CollectionHooks, createCollectionStores } from '../features/collections.server';
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
import { readSettingRows } from '../foundation/settings/owner-settings.server';
import { picturesPath } from '../lib/picture-url';
import { z } from '../lib/schema';

const idPattern = `${picturesPath}([\\da-f-]{36})`;
const referencePattern = new RegExp(idPattern, 'g');
/** Matches the logo of a case study and the logos of the home page, also in unpublished changes. */
const logoPattern = new RegExp(`"(?:clientLogo|picture)":"${idPattern}"`, 'g');

/** Finds the ids of pictures in the JSON of the content. */
async function findIds(db: Database, pattern: RegExp): Promise<ReadonlySet<string>> {
  const stores = createCollectionStores(db);
  const texts = [
    ...(await Promise.all(
      collections.map(async ({ path }) => JSON.stringify(await stores[path].list())),
    )),
    // Secrets are encrypted, and name no picture.
    ...(await readSettingRows(db)).map(({ value }) => value),
  ];
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id = '']) => id)));
}

/**
 * Finds the ids of all pictures that the content refers to, in any field. Rejected: a list of the
 * picture fields. A new field that is missing in it would lose its pictures.
 */
export const findReferencedPictures = (db: Database): Promise<ReadonlySet<string>> =>
  findIds(db, referencePattern);

/** Finds the ids of all pictures that the content shows as logos. */
export const findReferencedLogos = (db: Database): Promise<ReadonlySet<string>> =>
  findIds(db, logoPattern);

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
