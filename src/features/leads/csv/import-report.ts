import { z } from '../../../lib/schema';

/** Maximum size of an imported file, in bytes. */
export const maxFileBytes = 4 * 1024 * 1024;

/** Maximum number of rows of an imported file, without the titles. */
export const maxRows = 5_000;

/** Result of an import; with `dryRun`, the result that it would have. */
export const importReport = z.object({
  /** Null for a dry run, and when nothing was imported. */
  importId: z.nullable(z.string()),
  /** Rows of the file, without its titles and empty rows. */
  rows: z.number(),
  imported: z.number(),
  /** The file's columns, with the field that each is imported into. */
  columns: z.array(z.object({ title: z.string(), field: z.nullable(z.string()) })),
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
      /** Null for an earlier row of the file. */
      leadId: z.nullable(z.string()),
      companyName: z.string(),
      contactName: z.string(),
      email: z.string(),
    }),
  ),
});

export type LeadImportReport = z.output<typeof importReport>;
