import { parseAttribution } from '../../analytics/contract';
import { directSource } from '../../analytics/funnel-steps';
import { decodePlan } from '../../cover/plan-code';
import { collectFieldMessages } from '../../lib/errors';
import { isTime, z } from '../../lib/schema';
import { fromWallTime } from '../../lib/time/wall-time';
import { type Lead, type LeadStatus, leadStatuses, nextStep, ownLeadInput } from '../contract';
import type { LeadValues } from '../lead-value.server';
import { type AddedLeadRow, createLeadRow } from '../new-leads.server';
import { type ImportColumn, normalizeName, statusSynonyms } from './import-columns';
import type { LeadImportReport } from './import-contract';
import type { CsvRow } from './parse-csv';

/** The fields of a lead that a row has as texts. */
const importedLead = z.object({
  ...z.omit(ownLeadInput, { interestedPackageId: true, status: true }).shape,
  // As the export writes it, or its address. An invalid one becomes a note.
  plan: z.pipe(
    z._default(z.string(), ''),
    z.transform((text) => decodePlan(text.trim().replace(/^.*[?&]p=/, '')) ?? null),
  ),
});

/** Notes that say what they are without the title of their column. */
const plainTitles = ['note', 'notes'];

const statusesByName = new Map(
  leadStatuses.flatMap((status) =>
    [status, ...statusSynonyms[status]].map((name) => [normalizeName(name), status] as const),
  ),
);

interface ReaderOptions {
  columns: readonly ImportColumn[];
  /** Number of columns that have a title or a chosen field. Only rows have those after them. */
  knownColumns: number;
  rows: readonly CsvRow[];
  /** The owner's choices for statuses that are not known, by their texts. */
  statuses: Readonly<Record<string, LeadStatus>>;
  /** New leads wait for an answer. */
  waiting: boolean;
  projectManagers: readonly { id: string; name: string; email: string | null }[];
  getValue: LeadValues['getValue'];
  /** The time of the import. */
  at: string;
}

/** A row that can be imported, as a lead and a note about it. */
export interface Candidate {
  /** The number of its first line. */
  line: number;
  row: AddedLeadRow;
  note: string;
}

/** Joins the lines of a cell: spreadsheets have them also in names and addresses. */
const joinLines = (text: string): string =>
  text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** Creates the attribution of a lead whose source is known only by name. */
function createAttribution(source: string, campaign: string, at: string): Lead['attribution'] {
  const referrer = source.toLowerCase() === directSource ? '' : source;
  if (referrer === '' && campaign === '') return null;
  const touch = {
    at,
    ...(referrer && { referrer }),
    ...(campaign && { campaign: { utm_campaign: campaign } }),
  };
  return parseAttribution(JSON.stringify({ first: touch, last: touch }));
}

/**
 * Creates the reader of a file's rows. A text for which a lead has no field, or which its field
 * cannot have, becomes a note: nothing is dropped.
 */
export function createRowReader(options: ReaderOptions) {
  const { columns, knownColumns, rows, statuses, waiting, projectManagers, getValue, at } = options;
  const chosen = new Map(
    Object.entries(statuses).map(([text, status]) => [normalizeName(text), status]),
  );
  const findStatus = (text: string) =>
    chosen.get(normalizeName(text)) ?? statusesByName.get(normalizeName(text)) ?? null;
  const parsers = new Map(
    ['receivedAt', 'answeredAt', 'nextStepDue'].map((field) => {
      const column = columns.findIndex((one) => one.field === field);
      return [field, createDateParser(rows.map(({ cells }) => cells[column] ?? ''))] as const;
    }),
  );
  const managerIds = new Map(
    projectManagers.flatMap(({ id, name, email }) =>
      [name, email ?? ''].map((text) => [text.toLowerCase(), id] as const),
    ),
  );

  /** The statuses of the file, with how many rows have each. */
  const found = new Map<string, { value: string; count: number; status: LeadStatus | null }>();

  /** Finds a row's status: of several columns, the furthest. Null when one isn't known. */
  function readStatus(texts: readonly string[]): LeadStatus | null {
    const read = texts.map((text) => {
      const status = findStatus(text);
      const entry = found.get(normalizeName(text)) ?? { value: text, count: 0, status };
      found.set(normalizeName(text), { ...entry, count: entry.count + 1 });
      return status;
    });
    if (read.includes(null)) return null;
    return leadStatuses.findLast((status) => read.includes(status)) ?? 'new';
  }

  function readRow({ line, cells }: CsvRow): Candidate | LeadImportReport['errors'][number] {
    const texts = columns.map((_, index) => (cells[index] ?? '').trim());
    const indexOf = (field: string) => columns.findIndex((column) => column.field === field);
    const get = (field: string) => texts[indexOf(field)] ?? '';
    const noted = new Set(columns.flatMap(({ field }, index) => (field === 'note' ? index : [])));
    const keepAsNote = (...fields: string[]) => {
      for (const field of fields) noted.add(indexOf(field));
    };
    const readTime = (field: string) => {
      const time = parsers.get(field)?.(get(field)) ?? null;
      if (time !== null && time <= at) return time;
      keepAsNote(field);
      return null;
    };

    const [email = '', ...otherEmails] = get('email').split(/[;,\r\n]\s*/);
    if (otherEmails.length > 0) keepAsNote('email');
    const values = columns.flatMap(({ field }, index) => {
      const cell = cells[index] ?? '';
      return field === null ? [] : [[field, field === 'message' ? cell : joinLines(cell)]];
    });
    const fullName = `${get('firstName')} ${get('lastName')}`.trim();
    const parsed = importedLead.safeParse({
      ...Object.fromEntries(values),
      ...(indexOf('email') >= 0 && { email }),
      ...(get('contactName') === '' && fullName !== '' && { contactName: fullName }),
    });
    const statusTexts = texts.filter((text, at) => text && columns[at]?.field === 'status');
    const status = readStatus(statusTexts);
    const isTooLong = texts.some(
      (text, at) => text && at >= knownColumns && columns[at]?.field === null,
    );
    if (!parsed.success || status === null || isTooLong) {
      const unknown = statusTexts.find((text) => findStatus(text) === null);
      const fields = {
        ...(!parsed.success && collectFieldMessages(parsed.error.issues)),
        ...(unknown !== undefined && { status: `“${unknown}” is not a status` }),
        ...(isTooLong && { cells: 'The row has more cells than the file has titles' }),
      };
      return { line, cells, fields };
    }

    const receivedAt = readTime('receivedAt');
    const answeredAt = readTime('answeredAt');
    const attribution = createAttribution(get('source'), get('campaign'), receivedAt ?? at);
    if (!attribution && get('source').toLowerCase() !== directSource) {
      keepAsNote('source', 'campaign');
    }
    const dueAt = parsers.get('nextStepDue')?.(get('nextStepDue')) ?? '';
    const step = nextStep.safeParse({ text: get('nextStep'), dueAt });
    // A step that is overdue would ask for attention, too.
    const hasStep = step.success && (waiting || dueAt > at);
    if (!hasStep) keepAsNote('nextStep', 'nextStepDue');
    const assignedPmId = managerIds.get(get('projectManager').toLowerCase()) ?? null;
    if (assignedPmId === null) keepAsNote('projectManager');
    const row = {
      ...createLeadRow(
        {
          ...parsed.data,
          attribution,
          status: status === 'new' && !waiting ? 'contacted' : status,
        },
        at,
      ),
      // `updatedAt` stays the time of the import.
      ...(receivedAt && { createdAt: receivedAt }),
      answeredAt,
      assignedPmId,
      nextStepText: hasStep ? step.data.text : null,
      nextStepDueAt: hasStep ? step.data.dueAt : null,
    };
    const value = getValue(row);
    if (value === null || Number(get('value').replace(/[$,\s]/g, '')) !== value) {
      keepAsNote('value');
    }
    if (get('contactName') !== '') keepAsNote('firstName', 'lastName');
    if (row.plan === null) keepAsNote('plan');

    return { line, row, note: formatNote(columns, texts, noted) };
  }

  return { readRow, listStatuses: () => [...found.values()] };
}

/** Joins the texts of columns: those of notes, then the others with their titles. */
function formatNote(
  columns: readonly ImportColumn[],
  texts: readonly string[],
  noted: ReadonlySet<number>,
): string {
  const entries = columns.flatMap(({ title }, index) => {
    const text = texts[index];
    if (!text || !noted.has(index)) return [];
    const isPlain = plainTitles.includes(normalizeName(title));
    return [{ isPlain, text: isPlain ? text : `${title || `Column ${index + 1}`}: ${text}` }];
  });
  const join = (plain: boolean, separator: string) =>
    entries
      .filter(({ isPlain }) => isPlain === plain)
      .map(({ text }) => text)
      .join(separator);
  const note = [join(true, '\n\n'), join(false, '\n')].filter(Boolean).join('\n\n');
  // Control characters cannot be shown.
  return note.replace(/(?![\t\n\r])\p{Cc}/gu, ' ');
}

const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2})?)?$/;
const yearLast =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,? (\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\.?)?)?$/i;

/**
 * Creates the parser of a column's dates: ISO 8601, or the day and the month in the order that the
 * column shows. Month first, as in the USA, unless a value can only have the day first. A date without
 * a time is noon, and a time without a zone is the business's.
 * @returns a function that returns the time in UTC; null for a text that is no date
 */
function createDateParser(texts: readonly string[]): (text: string) => string | null {
  const isDayFirst = texts.some((text) => {
    const [, first] = yearLast.exec(text.trim()) ?? [];
    return Number(first) > 12 || /^\d{1,2}\.\d/.test(text.trim());
  });
  return (untrimmed) => {
    const text = untrimmed.trim();
    if (isTime(text)) return new Date(text).toISOString();
    const match = yearFirst.exec(text) ?? reorder(yearLast.exec(text), isDayFirst);
    if (!match) return null;
    const [, year, month, day, hour, minute, half] = match;
    const clock = Number(hour ?? 12);
    const hours = half ? (clock % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : clock;
    const parts = [
      Number(year),
      Number(month) - 1,
      Number(day),
      hours,
      Number(minute ?? 0),
    ] as const;
    const wallTime = new Date(Date.UTC(...parts));
    // `Date.UTC` reads February 31 as March 3.
    const isReal = wallTime.getUTCMonth() === parts[1] && wallTime.getUTCDate() === parts[2];
    return isReal ? fromWallTime(wallTime).toISOString() : null;
  };
}

/** Puts the year, the month and the day in the order of ISO 8601. */
function reorder(match: RegExpExecArray | null, isDayFirst: boolean) {
  if (!match) return null;
  const [all, first, second, year = '', ...time] = match;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return [all, year.length === 2 ? `20${year}` : year, month, day, ...time];
}
