import { formatNumber } from '../../../lib/format-number';
import * as formStyles from '../../../ui/form.module.css';
import type { LeadImportReport } from '../../csv/import-contract';
import * as styles from './Import.module.css';
import { ImportDuplicates } from './ImportDuplicates';
import { ImportErrors } from './ImportErrors';
import { countImported, type DuplicateChoices, fieldOptions } from './import-choices';
import type { ImportFile } from './import-file';

interface Props {
  file: ImportFile;
  report: LeadImportReport;
  choices: DuplicateChoices;
  isBusy: boolean;
  onMap: (columns: readonly string[]) => void;
  onChoose: (choices: DuplicateChoices) => void;
  onCorrect: (line: number, column: number, value: string) => void;
}

/** Preview of an import: counts, unusable rows, duplicates, and the column mapping. */
export function ImportCheck(props: Props) {
  const { file, report, choices, isBusy, onMap, onChoose, onCorrect } = props;
  return (
    <div className={styles.check} aria-busy={isBusy || undefined}>
      <Outcome file={file} report={report} choices={choices} />
      <ImportErrors file={file} report={report} onCorrect={onCorrect} />
      <ImportDuplicates file={file} report={report} choices={choices} onChange={onChoose} />
      <Columns file={file} report={report} isBusy={isBusy} onChange={onMap} />
    </div>
  );
}

/** Counts of added, duplicate and unusable rows, and their proportions as a bar. */
function Outcome({ file, report, choices }: Pick<Props, 'file' | 'report' | 'choices'>) {
  const { columns, errors, duplicates, rows } = report;
  const { imported } = countImported(file, report, choices);
  const leftOut = columns.filter(({ field }) => field === null).length;
  const skipped = Math.max(0, rows - errors.length - imported);
  const counts = [
    { count: imported, label: 'will be added', isBad: false },
    {
      count: duplicates.length,
      label: duplicates.length === 1 ? 'is here already' : 'are here already',
      isBad: false,
    },
    {
      count: errors.length,
      label: errors.length === 1 ? 'row cannot be used yet' : 'rows cannot be used yet',
      isBad: errors.length > 0,
    },
    {
      count: leftOut,
      label: leftOut === 1 ? 'column is left out' : 'columns are left out',
      isBad: false,
    },
  ];
  return (
    <div>
      <ul className={styles.counts} aria-label="What would happen" aria-live="polite">
        {counts.map(({ count, label, isBad }) => (
          <li key={label} className={isBad ? styles.bad : undefined}>
            <b>{formatNumber(count)}</b> {label}
          </li>
        ))}
      </ul>
      <div className={styles.shares} aria-hidden="true">
        {imported > 0 && <i data-share="added" style={{ '--share': imported }} />}
        {skipped > 0 && <i data-share="skipped" style={{ '--share': skipped }} />}
        {errors.length > 0 && <i data-share="unusable" style={{ '--share': errors.length }} />}
      </div>
    </div>
  );
}

/** Example values of a column. */
const listExamples = ({ rows }: ImportFile, column: number): string =>
  [...new Set(rows.slice(0, 20).map(({ cells }) => cells[column]?.trim()))]
    .filter(Boolean)
    .slice(0, 2)
    .join(', ');

interface ColumnsProps extends Pick<Props, 'file' | 'report' | 'isBusy'> {
  onChange: (columns: readonly string[]) => void;
}

/** Mapping of the file's columns to the fields of a lead. */
function Columns({ file, report: { columns }, isBusy, onChange }: ColumnsProps) {
  const fields = columns.map(({ field }) => field ?? '');
  const recognized = fields.filter((field) => field !== '').length;
  return (
    <section>
      <div className={styles.title}>
        <h3>Columns</h3>
        <span>{`${recognized} of ${fields.length} recognized`}</span>
      </div>
      <ul className={styles.columns}>
        {columns.map(({ title }, index) => (
          // The same title may occur twice.
          <li key={index}>
            <label>
              <b>{title === '' ? `Column ${index + 1}` : title}</b>
              <span>{listExamples(file, index)}</span>
              <select
                className={formStyles.input}
                value={fields[index]}
                disabled={isBusy}
                onChange={(event) => onChange(fields.with(index, event.target.value))}
              >
                <option value="">Leave out</option>
                {fieldOptions.map(([field, label]) => (
                  <option key={field} value={field}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
