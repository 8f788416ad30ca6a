import { z } from '../../lib/schema';
import { leadStatuses, spamReasons } from '../contract';

/** Maximum size of an imported file, in bytes. */
export const maxFileBytes = 4 * 1024 * 1024;

/** Maximum number of rows of an imported file, without the titles. */
export const maxRows = 10_000;

/**
 * How a duplicate row is imported: it is left out, imported as a lead of its own, or added to the
 * lead that it matches, as another inquiry.
 */
export const duplicateChoices = ['skip', 'import', 'add'] as const;

export type DuplicateChoice = (typeof duplicateChoices)[number];

/** Maximum length of the choices for single rows. */
export const maxChoicesLength = 4_000;

/** Maximum number of statuses of a file that are reported. */
export const maxListedStatuses = 100;

/** Result of an import; with `dryRun`, the result that it would have. */
export const importReport = z.object({
  /** Null for a dry run, and when nothing was imported. */
  importId: z.nullable(z.string()),
  /** Rows of the file, without its titles and empty rows. */
  rows: z.number(),
  /** New leads. */
  imported: z.number(),
  /** Rows that were added to a lead. */
  added: z.number(),
  /** The file's columns, with the field that each is imported into. */
  columns: z.array(z.object({ title: z.string(), field: z.nullable(z.string()) })),
  /** The texts of the columns with a status, each once; null: it is no status that is known. */
  statuses: z.array(
    z.object({ value: z.string(), count: z.number(), status: z.nullable(z.enum(leadStatuses)) }),
  ),
  /** Rows that cannot be used, with a message for each invalid field. */
  errors: z.array(
    z.object({
      line: z.number(),
      cells: z.array(z.string()),
      fields: z.record(z.string(), z.string()),
    }),
  ),
  /** Rows that duplicate a stored lead or an earlier row. */
  duplicates: z.array(
    z.object({
      line: z.number(),
      match: z.enum(['email', 'phone']),
      /** The lead that the row matches; null for an earlier row of the file. */
      leadId: z.nullable(z.string()),
      lead: z.nullable(
        z.object({
          companyName: z.string(),
          contactName: z.string(),
          status: z.enum(leadStatuses),
          suspect: z.nullable(z.enum(spamReasons)),
          createdAt: z.string(),
        }),
      ),
      /** The line of the earlier row; null for a lead. */
      earlierLine: z.nullable(z.number()),
      choice: z.enum(duplicateChoices),
      companyName: z.string(),
      contactName: z.string(),
      email: z.string(),
    }),
  ),
});

export type LeadImportReport = z.output<typeof importReport>;

/** An import in the list of imports. */
export const leadImport = z.object({
  id: z.string(),
  /** Null when it was not sent. */
  fileName: z.nullable(z.string()),
  createdAt: z.string(),
  by: z.nullable(z.string()),
  /** New leads. */
  leadCount: z.number(),
  /** Rows that were added to a lead. */
  addedCount: z.number(),
  /** Null when it can't be undone. */
  undoUntil: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
});

export type LeadImport = z.output<typeof leadImport>;

/** Report of an import that was undone. */
export const undoReport = z.object({
  removed: z.number(),
  /** Rows that were removed from the leads to which they had been added. */
  separated: z.number(),
  /** Leads that stay, because somebody has worked on them. */
  keptIds: z.array(z.string()),
});

export type UndoReport = z.output<typeof undoReport>;
