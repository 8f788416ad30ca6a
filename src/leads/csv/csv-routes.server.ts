import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../db/database.server';
import { recordSecurityEvent } from '../../foundation/auth/security-event-store.server';
import { type Api, describeRoutes, idParams } from '../../http/api.server';
import { repeatableDescription, repeatableHeaders } from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import { formatCount } from '../../lib/format-number';
import { z } from '../../lib/schema';
import { exportInput, type LeadSort, type ProjectManager, type ValuedLead } from '../contract';
import type { LeadRoutesContext } from '../hooks.server';
import { listProjectManagers } from '../project-managers.server';
import { type LeadFilter, leadFilter, resolveFilter } from '../search/filter.server';
import { leadSearch, listLeads } from '../search/list.server';
import { toLead } from '../table.server';
import { decodeCsv } from './csv';
import { formatLeadHeader, formatLeadRows } from './csv-columns';
import { importLeads, importQuery } from './import.server';
import { importReport, leadImport, maxFileBytes, undoReport } from './import-contract';
import { listImports, undoImport } from './import-store.server';

const pageSize = 500;

/** Lists the notes about leads, the oldest first, by the lead's ID. */
async function listNotes(
  db: Database,
  leads: readonly { id: string }[],
): Promise<Map<string, string[]>> {
  const notes = new Map<string, string[]>();
  if (leads.length === 0) return notes;
  const ids = leads.map(({ id }) => id);
  const rows = await db
    .selectFrom('leadNotes')
    .select(['leadId', 'text'])
    .where('leadId', 'in', ids)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const { leadId, text } of rows) notes.set(leadId, [...(notes.get(leadId) ?? []), text]);
  return notes;
}

/** The columns of a file that are not fields of a lead. */
const moreTitles = ['Project manager', 'Note'];

/** Formats the rows of leads, with their project managers and notes. */
async function formatRows(
  db: Database,
  leads: readonly ValuedLead[],
  managers: readonly ProjectManager[],
): Promise<string> {
  const notes = await listNotes(db, leads);
  return formatLeadRows(leads, ({ id, assignedPmId }) => [
    managers.find((manager) => manager.id === assignedPmId)?.name ?? null,
    notes.get(id)?.join('\n\n') ?? null,
  ]);
}

/** Yields the CSV of all matching leads page by page, so that no list is too long for the memory. */
async function* exportLeads(
  context: LeadRoutesContext,
  search: LeadFilter & { sort?: LeadSort | undefined },
): AsyncGenerator<string> {
  yield formatLeadHeader(moreTitles);
  const { db } = context;
  const [filter, values, managers] = await Promise.all([
    resolveFilter(context, search),
    context.getValues(),
    listProjectManagers(db),
  ]);
  let cursor: Awaited<ReturnType<typeof listLeads>>['last'];
  do {
    const page = await listLeads(db, { ...search, ...filter, limit: pageSize, cursor }, values);
    yield await formatRows(db, page.leads, managers);
    cursor = page.last;
  } while (cursor);
}

/** Formats chosen leads as CSV, in the order of their IDs. */
async function formatChosen(
  { db, getValues }: LeadRoutesContext,
  ids: readonly string[],
): Promise<string> {
  const [rows, values, managers] = await Promise.all([
    db.selectFrom('leads').selectAll().where('id', 'in', ids).execute(),
    getValues(),
    listProjectManagers(db),
  ]);
  const leads = ids
    .flatMap((id) => rows.find((row) => row.id === id) ?? [])
    .map((row) => ({ ...toLead(row), value: values.getValue(row) }));
  return formatLeadHeader(moreTitles) + (await formatRows(db, leads, managers));
}

const describeRoute = describeRoutes('leads');

/** The schema of a streamed file: not `z.string()`, whose type a stream doesn't have. */
const csvFile = z.unknown().register(z.globalRegistry, { type: 'string' });

const fileResponse = {
  description: 'The file',
  content: { 'text/csv': { schema: csvFile } },
};

const sendFile = (reply: FastifyReply, file: string | Readable) =>
  reply
    .header('Content-Disposition', 'attachment; filename="leads.csv"')
    .type('text/csv; charset=utf-8')
    .send(file);

/** Decodes a file. @throws AppError unreadable when it is neither UTF-8 nor UTF-16 */
function decodeFile(body: unknown): string {
  try {
    if (Buffer.isBuffer(body)) return decodeCsv(body);
  } catch {
    // Another encoding, as Excel writes without "UTF-8" in the name of the format.
  }
  throw new AppError('unreadable', 'Save the file as “CSV UTF-8”, and try again.');
}

/** Registers the admin's routes that export and import leads as CSV. */
export async function registerCsvRoutes(api: Api, context: LeadRoutesContext): Promise<void> {
  const { db } = context;
  api.get(
    '/api/leads.csv',
    describeRoute('admin', {
      operationId: 'exportLeads',
      summary: 'All leads that match, as CSV',
      description:
        'UTF-8 with a byte order mark. A text that a spreadsheet may take for a formula has an apostrophe before it.',
      querystring: z.object({ ...leadFilter.shape, sort: leadSearch.shape.sort }),
      response: { 200: fileResponse },
    }),
    async (request, reply) => {
      const { sort: _, ...filter } = request.query;
      // Without the values, which can be what a visitor has written.
      const detail = Object.keys(filter).join(', ') || 'all';
      await recordSecurityEvent(db, { kind: 'leads-exported', detail, request });
      return sendFile(reply, Readable.from(exportLeads(context, request.query)));
    },
  );
  api.post(
    '/api/leads/export',
    describeRoute('admin', {
      operationId: 'exportChosenLeads',
      summary: 'The leads with these IDs, as CSV',
      description: 'The same file as of all leads that match. IDs without a lead are left out.',
      body: exportInput,
      response: { 200: fileResponse },
    }),
    async (request, reply) => {
      const { ids } = request.body;
      const detail = formatCount(ids.length, 'chosen lead');
      await recordSecurityEvent(db, { kind: 'leads-exported', detail, request });
      return sendFile(reply, await formatChosen(context, ids));
    },
  );
  await api.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: maxFileBytes },
      (_, body, done) => done(null, body),
    );
    scope.post(
      '/api/leads/import',
      {
        bodyLimit: maxFileBytes,
        ...describeRoute('admin', {
          operationId: 'importLeads',
          summary: 'Import leads from a CSV file; with `dryRun`, only report what would happen',
          description: `The first row has the titles. \`columns\` has the field of each column, in order; without it, the titles say. A duplicate is left out, imported as a lead, or added to the lead that it matches, as \`duplicates\` says for all and \`choices\` for single rows. A row with more texts than titles is rejected, unless \`otherColumns\` makes notes of them. Texts without a field, and those of \`otherColumns\`, become notes. No email is sent. ${repeatableDescription}`,
          querystring: importQuery,
          headers: repeatableHeaders,
          response: { 200: importReport },
          errors: ['unreadable', 'conflict'],
        }),
      },
      ({ body, query, headers, userId }) =>
        importLeads(context, decodeFile(body), query, { userId, key: headers['idempotency-key'] }),
    );
  });
  api.get(
    '/api/leads/imports',
    describeRoute('admin', {
      operationId: 'listLeadImports',
      summary: 'The newest imports, and until when each can be undone',
      response: { 200: z.array(leadImport) },
    }),
    () => listImports(db),
  );
  api.post(
    '/api/leads/import/:id/undo',
    describeRoute('admin', {
      operationId: 'undoLeadImport',
      summary: 'Delete the leads of an import of the last day, unless somebody worked on them',
      params: idParams,
      response: { 200: undoReport },
      errors: ['conflict', 'gone'],
    }),
    ({ params, userId }) => undoImport(db, params.id, userId),
  );
}
