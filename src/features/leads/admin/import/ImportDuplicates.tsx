import * as formStyles from '../../../../ui/form.module.css';
import type { LeadImportReport } from '../../csv/import-report';
import * as styles from './Import.module.css';
import { findRow, type ImportFile } from './import-file';
import { MoreRows, maxListedRows } from './MoreRows';

interface Props {
  file: ImportFile;
  report: LeadImportReport;
  isImported: boolean;
  onChange: (isImported: boolean) => void;
}

/** Rows that match a lead or an earlier row, with the matching value underlined. */
export function ImportDuplicates({ file, report, isImported, onChange }: Props) {
  const { duplicates, columns } = report;
  if (duplicates.length === 0) return null;
  const phoneColumn = columns.findIndex(({ field }) => field === 'phone');
  return (
    <section>
      <div className={styles.title}>
        <h3>{`${duplicates.length} that may be here already`}</h3>
      </div>
      <ul className={styles.rows}>
        {duplicates
          .slice(0, maxListedRows)
          .map(({ line, match, leadId, companyName, contactName, email }) => {
            const row = findRow(file, line);
            const matching = match === 'email' ? email : row?.cells[phoneColumn];
            return (
              <li key={line}>
                <span>Row {row?.line ?? line}</span>
                <p>
                  <b>{companyName}</b>
                  <small>
                    {contactName}
                    {matching && (
                      <>
                        , <span className={styles.match}>{matching}</span>
                      </>
                    )}
                  </small>
                </p>
                <p>
                  Same {match === 'email' ? 'email' : 'phone number'} as{' '}
                  {leadId === null ? 'an earlier row' : 'a lead that is here'}
                </p>
              </li>
            );
          })}
      </ul>
      <MoreRows count={duplicates.length} />
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          checked={isImported}
          onChange={(event) => onChange(event.target.checked)}
        />
        Import them, too
      </label>
    </section>
  );
}
