import { formatNumber } from '../../../lib/format-number';
import { InputField, SelectField } from '../../../ui/fields';
import * as linkStyles from '../../../ui/link-button.module.css';
import { formatStatus, leadStatuses } from '../../contract';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import type { LeadImportReport } from '../../csv/import-contract';
import { saveCsvFile } from '../save-csv-file';
import * as styles from './Import.module.css';
import { getFieldLabel } from './import-choices';
import { findRow, type ImportFile } from './import-file';

/** Maximum number of rows that are listed of each kind. */
export const maxListedRows = 20;

/** Says how many rows are not listed. */
export function MoreRows({ count, listed = maxListedRows }: { count: number; listed?: number }) {
  if (count <= listed) return null;
  return <p className={styles.note}>And {formatNumber(count - listed)} more.</p>;
}

interface Props {
  file: ImportFile;
  report: LeadImportReport;
  onCorrect: (line: number, column: number, value: string) => void;
}

/** The rows that cannot be used, with fields to correct them. */
export function ImportErrors({ file, report: { errors, columns }, onCorrect }: Props) {
  if (errors.length === 0) return null;

  const save = () =>
    saveCsvFile(
      'rows-to-fix.csv',
      formatCsvHeader(file.titles) + errors.map(({ cells }) => formatCsvRow(cells)).join(''),
    );

  return (
    <section>
      <div className={styles.title}>
        <h3>{errors.length === 1 ? '1 row to fix' : `${errors.length} rows to fix`}</h3>
        <button type="button" className={linkStyles.linkButton} onClick={save}>
          Download these rows
        </button>
      </div>
      <ul className={styles.rows}>
        {errors.slice(0, maxListedRows).map(({ line, cells, fields }) => {
          const ownLine = findRow(file, line)?.line ?? line;
          return (
            <li key={line}>
              <span>Row {ownLine}</span>
              <p>
                {cells
                  .filter((cell) => cell !== '')
                  .slice(0, 3)
                  .join(', ') || 'Empty'}
              </p>
              <div className={styles.fixes}>
                {Object.entries(fields).map(([name, message]) => (
                  <Fix
                    key={name}
                    name={name}
                    message={message}
                    line={ownLine}
                    cells={cells}
                    column={columns.findIndex(({ field }) => field === name)}
                    onCorrect={onCorrect}
                  />
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      <MoreRows count={errors.length} />
      <p className={styles.note}>Rows that you do not fix are left out.</p>
    </section>
  );
}

interface FixProps {
  /** The field of the lead. */
  name: string;
  message: string;
  /** The line of the row in the owner's file. */
  line: number;
  cells: readonly string[];
  /** The index of its column; -1 when no column is mapped to it. */
  column: number;
  onCorrect: Props['onCorrect'];
}

/** A cell of a row that cannot be used, to correct it. */
function Fix({ name, message, line, cells, column, onCorrect }: FixProps) {
  const label = getFieldLabel(name);
  if (column < 0) {
    return <small className={styles.bad}>{`${label}: ${message}. Choose its column below.`}</small>;
  }
  const value = cells[column] ?? '';
  const correct = (typed: string) => {
    if (typed !== value) onCorrect(line, column, typed);
  };
  if (name === 'status') {
    const options = leadStatuses.map((status) => ({ value: status, label: formatStatus(status) }));
    return (
      <SelectField
        label={label}
        error={`“${value}” is not a status`}
        value=""
        options={[{ value: '', label: value }, ...options]}
        onChange={correct}
      />
    );
  }
  return (
    <InputField
      label={label}
      error={message}
      defaultValue={value}
      onBlur={(event) => correct(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') correct(event.currentTarget.value);
      }}
    />
  );
}
