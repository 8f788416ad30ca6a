import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { writeAudit } from '../../foundation/audit/store.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { escapeHtml } from '../../lib/escape-html.server';
import { formatFieldName } from '../../lib/format-text';
import { isTime, recordId, z } from '../../lib/schema';
import { formatTime, getDateFormat } from '../../lib/time/format-date';
import { type ErasureReport, erasureReport, lead } from '../contract';
import { readTimeline } from '../detail/timeline.server';
import { leadDelivery, leadNote, leadTask, timelineEntry } from '../detail-contract';
import { recordLeadDeletions } from '../history.server';
import type { LeadHooks, LeadRoutesContext } from '../hooks.server';
import { leadLimits } from '../inquiry/lead-form-options';
import { createNotFoundError } from '../store.server';
import { toLead } from '../table.server';
import { purgeLeads } from './retention.server';

/** The audit subject of exports and erasures. Nothing about the person is stored with it. */
const privacySubject = 'privacy';

/** Describes an export, with the calls, payments and proposals as their features describe them. */
const createPersonExportSchema = ({ records }: LeadHooks) =>
  z.object({
    email: z.string(),
    exportedAt: z.string(),
    leads: z.array(
      z.object({
        ...lead.shape,
        timeline: z.array(timelineEntry),
        notes: z.array(leadNote),
        tasks: z.array(leadTask),
        deliveries: z.array(leadDelivery),
        bookings: records.bookings.schema,
        payments: records.payments.schema,
        proposals: records.proposals.schema,
      }),
    ),
    /** Calls that belong to no lead. */
    bookings: records.bookings.schema,
  });

/**
 * Selects the leads with exactly this email, including deleted ones. Not by the normalized mailbox: some
 * hosts give `a+b@host` and `a@host` to two people.
 */
const selectByEmail = (db: Database, email: string) =>
  db.selectFrom('leads').where(sql`lower(email)`, '=', email.toLowerCase());

/** Reads everything that is stored about one person. Records that it was exported. */
async function exportPerson(
  { db, environment, hooks }: Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>,
  email: string,
  userId: string | null,
) {
  const rows = await selectByEmail(db, email).selectAll().orderBy('createdAt').execute();
  const leads = [];
  // One after the other, so that a person with many inquiries doesn't take all connections.
  for (const row of rows) {
    const one = toLead(row);
    const ids = [row.id];
    leads.push({
      ...one,
      ...(await readTimeline(db, [one], hooks.timelineKinds)),
      bookings: await hooks.records.bookings.list(db, ids, environment),
      payments: await hooks.records.payments.list(db, ids, environment),
      proposals: await hooks.records.proposals.list(db, ids, environment),
    });
  }
  const bookings = await hooks.privacy.listBookings(db, email);
  const exportedAt = new Date().toISOString();
  await runInTransaction(db, (transaction) =>
    writeAudit(transaction, [
      {
        subject: privacySubject,
        itemId: null,
        action: 'created',
        at: exportedAt,
        userId,
        after: { exportedLeads: leads.length, exportedBookings: bookings.length },
      },
    ]),
  );
  return { email, exportedAt, leads, bookings };
}

/** Permanently deletes what is stored about one person, apart from what accounting needs. */
const erasePerson = (
  { db, hooks }: Pick<LeadRoutesContext, 'db' | 'hooks'>,
  email: string,
  userId: string | null,
): Promise<ErasureReport> =>
  runInTransaction(db, async (transaction) => {
    const rows = await selectByEmail(transaction, email).select('id').orderBy('id').execute();
    const errors = await hooks.beforeDelete(transaction, new Map(rows.map(({ id }) => [id, [id]])));
    const erasedLeadIds = rows.map(({ id }) => id).filter((id) => !errors.has(id));
    const kept = [...errors].map(([leadId, { message }]) => ({ leadId, reason: message }));
    await purgeLeads(transaction, erasedLeadIds, hooks.timelineKinds);
    const at = new Date().toISOString();
    await recordLeadDeletions(transaction, erasedLeadIds, at, userId);
    // An earlier release has queued copies of the texts.
    await transaction.deleteFrom('leadSearchQueue').execute();
    const erasedBookings = await hooks.privacy.eraseBookings(transaction, email);
    await writeAudit(transaction, [
      {
        subject: privacySubject,
        itemId: null,
        action: 'deleted',
        at,
        userId,
        after: { erasedLeads: erasedLeadIds.length, erasedBookings, keptLeads: kept.length },
      },
    ]);
    return { erasedLeadIds, erasedBookings, kept };
  });

/** IDs say nothing to a person. The JSON export has them. */
const isId = (name: string): boolean => name === 'id' || /Ids?$/.test(name);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length);

const style = `
  body { font: 16px/1.5 Arial, Helvetica, sans-serif; color: #1b1b19; margin: 32px auto; max-width: 720px; padding: 0 16px }
  h1 { line-height: 1.2; overflow-wrap: anywhere } h2 { margin-top: 40px; border-top: 2px solid; padding-top: 12px }
  dl { display: grid; grid-template-columns: minmax(120px, 1fr) 3fr; gap: 4px 16px; margin: 0 0 16px }
  dt { font-weight: bold } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line } dd dl, dd ol { margin: 0 }
  ol { padding-left: 20px } li { margin-bottom: 8px }
  @media (max-width: 480px) { dl { display: block } dd { margin-bottom: 8px } }`;

/** Renders an export as a page that a person can read and print, with times in the owner's zone. */
function renderPersonPage(
  { email, exportedAt, leads, bookings }: Awaited<ReturnType<typeof exportPerson>>,
  { SITE_NAME, owner }: Pick<Environment, 'SITE_NAME' | 'owner'>,
): string {
  const formatAt = (iso: string) => {
    const at = new Date(iso);
    const day = getDateFormat({ year: 'numeric', month: 'long', day: 'numeric' }, owner.timeZone);
    return `${day.format(at)}, ${formatTime(at, owner.timeZone)}`;
  };

  function renderValue(value: unknown): string {
    if (Array.isArray(value)) {
      return `<ol>${value.map((one) => `<li>${renderValue(one)}</li>`).join('')}</ol>`;
    }
    if (typeof value === 'object' && value !== null) return renderFields(value);
    const text = String(value);
    return escapeHtml(isTime(text) ? formatAt(text) : text);
  }

  function renderFields(fields: object): string {
    const rows = Object.entries(fields)
      .filter(([name, value]) => !isId(name) && !isEmpty(value))
      .map(
        ([name, value]) =>
          `<dt>${formatFieldName(escapeHtml(name))}</dt><dd>${renderValue(value)}</dd>`,
      );
    return `<dl>${rows.join('')}</dl>`;
  }

  const title = escapeHtml(`What ${SITE_NAME} stores about ${email}`);
  const sections = [
    ...leads.map(
      (lead) =>
        `<h2>Inquiry of ${formatAt(lead.createdAt)}: ${escapeHtml(lead.companyName)}</h2>${renderFields(lead)}`,
    ),
    ...(bookings.length > 0 ? [`<h2>Calls without an inquiry</h2>${renderValue(bookings)}`] : []),
  ];
  const body =
    sections.length > 0 ? sections.join('') : '<p>Nothing is stored about this address.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1><p>As of ${formatAt(exportedAt)} (${escapeHtml(owner.timeZone)}).</p>${body}</body></html>`;
}

const describeRoute = describeRoutes('leads');

const email = z.email('Please enter a valid email address').check(z.maxLength(leadLimits.email));

const exportQuery = z
  .object({
    email: z.optional(email),
    // Instead of the email, which proxies and browsers would record with the URL.
    leadId: z.optional(recordId),
    format: z._default(z.enum(['json', 'html']), 'json'),
  })
  .check(z.refine((query) => !query.email !== !query.leadId, 'Send either `email` or `leadId`.'));

/** Returns the email whose data is exported. @throws AppError not_found */
async function findEmail(
  db: Database,
  { email, leadId }: z.output<typeof exportQuery>,
): Promise<string> {
  if (email !== undefined) return email;
  const found = await db
    .selectFrom('leads')
    .select('email')
    .where('id', '=', leadId ?? '')
    .executeTakeFirst();
  if (!found) throw createNotFoundError();
  return found.email;
}

/** Registers the admin's routes for requests of a person about their data. */
export function registerPrivacyRoutes(api: Api, context: LeadRoutesContext): void {
  api.get(
    '/api/privacy/export',
    describeRoute('admin', {
      operationId: 'exportPerson',
      summary: 'Everything that is stored about one person',
      description:
        'Of the leads and calls with exactly this email, or with that of the lead `leadId`, including deleted ones. With `format=html`, a page to read.',
      querystring: exportQuery,
      response: {
        200: {
          description: 'The data',
          content: {
            'application/json': { schema: createPersonExportSchema(context.hooks) },
            'text/html': { schema: z.string() },
          },
        },
      },
      errors: ['not_found'],
    }),
    async ({ query, userId }, reply) => {
      const data = await exportPerson(context, await findEmail(context.db, query), userId);
      reply.header('Content-Disposition', `attachment; filename="person.${query.format}"`);
      if (query.format === 'json') return reply.send(data);
      return reply
        .type('text/html; charset=utf-8')
        .send(renderPersonPage(data, context.environment));
    },
  );
  api.post(
    '/api/privacy/erase',
    describeRoute('admin', {
      operationId: 'erasePerson',
      summary: 'Delete for good what is stored about one person',
      description: 'Leads with a payment stay, because payment records must be retained.',
      body: z.object({ email }),
      response: { 200: erasureReport },
    }),
    ({ body, userId }) => erasePerson(context, body.email, userId),
  );
}
