import { sql } from 'kysely';
import { refreshLogoTones } from '../content/collections/case-studies/refresh-logo-tones.server';
import { collections } from '../content/collections/collections';
import {
  type CollectionHooks,
  createCollectionStores,
} from '../content/collections/collections.server';
import type { SettingsHooks } from '../content/settings/store.server';
import type { Database } from '../db/database.server';
import { purgeAudit } from '../foundation/audit/store.server';
import { readSettingRows } from '../foundation/environment/owner-settings.server';
import { isInLeadTimeline } from '../leads/history.server';
import type { LeadHooks } from '../leads/hooks.server';
import { picturesPath } from '../lib/picture-url';
import { z } from '../lib/schema';
import { leadPayment } from '../payments/contract';
import { paymentAuditSubject } from '../payments/history';
import type { PaymentHooks } from '../payments/hooks.server';
import { countPaymentProblems, listLeadPayments } from '../payments/lead-payments.server';
import { hasPaid, releasePayments, retainPaidLeads } from '../payments/release-payments.server';
import { findAgreement, findOfferedPackages } from '../proposals/agreement.server';
import { adminProposal, openProposal } from '../proposals/contract';
import { forgetPeople } from '../proposals/former-people.server';
import { proposalAuditSubject } from '../proposals/history';
import { listLeadProposals, listOpenProposals } from '../proposals/list.server';
import { hasProposalSince, readProposalTexts } from '../proposals/table.server';
import { adoptCalls } from '../scheduling/call-lead.server';
import { adminCall } from '../scheduling/contract';
import { callAuditSubject } from '../scheduling/history';
import { saveCallHoursZone } from '../scheduling/hours/call-hours-store.server';
import {
  eraseUnownedCalls,
  hasCallSince,
  listCallsBetween,
  listCallsWithoutLink,
  listLeadCalls,
  listUndecidedCancellations,
  listUnownedCalls,
  selectPlannedCalls,
} from '../scheduling/list-calls.server';

const idPattern = `${picturesPath}([\\da-f-]{36})`;
const referencePattern = new RegExp(idPattern, 'g');
/** Matches the logo of a case study and the home page's logos, published or not. */
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
    ...(await readProposalTexts(db)),
  ];
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id = '']) => id)));
}

/**
 * Finds the ids of all pictures that the content refers to, in any field. Rejected: a list of the
 * picture fields. A new field that is missing in it would lose its pictures.
 */
export const findReferencedPictures = (db: Database): Promise<ReadonlySet<string>> =>
  findIds(db, referencePattern);

/** Hooks of the content that find its pictures, and those that it shows as logos. */
export const pictureHooks = {
  findReferencedIds: findReferencedPictures,
  findLogoIds: (db: Database) => findIds(db, logoPattern),
  onToneRead: refreshLogoTones,
};

/** Hooks of payments and scheduling that run when leads are stored or deleted. */
export const leadHooks: LeadHooks = {
  timelineKinds: {
    [paymentAuditSubject]: 'payment',
    [callAuditSubject]: 'call',
    [proposalAuditSubject]: 'proposal',
  },
  records: {
    bookings: { schema: z.array(adminCall), list: listLeadCalls },
    payments: { schema: z.array(leadPayment), list: listLeadPayments },
    proposals: { schema: z.array(adminProposal), list: listLeadProposals },
  },
  calls: { selectPlanned: selectPlannedCalls },
  privacy: { listBookings: listUnownedCalls, eraseBookings: eraseUnownedCalls },
  overview: {
    callsToday: { schema: z.array(adminCall), list: listCallsBetween },
    canceledCalls: { schema: z.array(adminCall), list: listUndecidedCancellations },
    proposals: { schema: z.array(openProposal), list: listOpenProposals },
    listCallsWithoutLink,
    countPaymentProblems,
  },
  afterInsert: adoptCalls,
  beforeDelete: (transaction, groups) => releasePayments(transaction, 'leadId', groups),
  retention: {
    ...retainPaidLeads,
    isInUseSince: (time) => sql`(${hasPaid} or ${hasCallSince(time)} or ${hasProposalSince(time)})`,
  },
};

/** Deletes expired history, but that of leads only with them. */
export const purgeHistory = (db: Database): Promise<void> =>
  purgeAudit(db, isInLeadTimeline(Object.keys(leadHooks.timelineKinds)));

/** Hooks of proposals that payments call. */
export const paymentHooks: PaymentHooks = { findAgreement };

/** Hooks of payments and proposals that run before a package or a person is deleted. */
export const collectionHooks: CollectionHooks = {
  talents: async (transaction, ids) => {
    await forgetPeople(transaction, ids);
    return new Map();
  },
  packages: async (transaction, ids) => {
    const offered = await findOfferedPackages(transaction, ids);
    const groups = new Map(ids.filter((id) => !offered.has(id)).map((id) => [id, [id]]));
    return new Map([...offered, ...(await releasePayments(transaction, 'packageId', groups))]);
  },
};

/** Hooks of scheduling that run when settings are changed. */
export const settingsHooks: SettingsHooks = { onTimeZoneChange: saveCallHoursZone };
