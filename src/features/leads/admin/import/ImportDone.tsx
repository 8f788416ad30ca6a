import type { LeadImportReport } from '../../csv/import-report';

/** Result of an import: the rows that were added, and how many could not be used. */
export function ImportDone({ report }: { report: LeadImportReport }) {
  const { rows, imported, errors } = report;
  return (
    <p>
      {imported.toLocaleString('en-US')} of {rows.toLocaleString('en-US')} rows were added
      {errors.length > 0 && `; ${errors.length} could not be used`}. Nobody got an email. You can
      undo the whole import for a day.
    </p>
  );
}
