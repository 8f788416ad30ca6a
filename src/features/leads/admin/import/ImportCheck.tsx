import * as formStyles from '../../../../ui/form.module.css';
import type { LeadImportReport } from '../../csv/import-report';
import { leadLabels } from '../../inquiry/lead-form-options';
import * as styles from './Import.module.css';

/** Rows that are listed of each kind; the counts go further. */
const maxListed = 20;

const fieldOptions = [
  ...Object.entries({ ...leadLabels, companyName: 'Company', contactName: 'Contact' }),
  ['status', 'Status'] as const,
];

const getFieldLabel = (field: string): string =>
  fieldOptions.find(([name]) => name === field)?.[1] ?? field;

interface Props {
  report: LeadImportReport;
  duplicates: 'skip' | 'import';
  isBusy: boolean;
  onChange: (columns: readonly string[], duplicates: 'skip' | 'import') => void;
}

/** Preview of an import: counts, unusable rows, duplicates, and the column mapping. */
export function ImportCheck({ report, duplicates, isBusy, onChange }: Props) {
  const { columns, errors } = report;
  const fields = columns.map(({ field }) => field ?? '');
  const leftOut = fields.filter((field) => field === '').length;
  const counts = [
    { count: report.imported, label: 'will be added', isBad: false },
    { count: report.duplicates.length, label: 'are here already', isBad: false },
    { count: errors.length, label: 'cannot be used', isBad: errors.length > 0 },
    { count: leftOut, label: 'columns left out', isBad: false },
  ];
  return (
    <div className={styles.check} aria-busy={isBusy || undefined}>
      <ul className={styles.counts} aria-label="What would happen">
        {counts.map(({ count, label, isBad }) => (
          <li key={label} className={isBad ? styles.bad : undefined}>
            <b>{count.toLocaleString('en-US')}</b> {label}
          </li>
        ))}
      </ul>
      <Errors errors={errors} />
      <Duplicates
        report={report}
        isImported={duplicates === 'import'}
        onChange={(isImported) => onChange(fields, isImported ? 'import' : 'skip')}
      />
      <h3>Columns</h3>
      <ul className={styles.columns}>
        {columns.map(({ title }, index) => (
          // The same title may occur twice.
          <li key={index}>
            <label>
              <span>{title === '' ? `Column ${index + 1}` : title}</span>
              <select
                className={formStyles.input}
                value={fields[index]}
                disabled={isBusy}
                onChange={(event) => onChange(fields.with(index, event.target.value), duplicates)}
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
    </div>
  );
}

function Errors({ errors }: Pick<LeadImportReport, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <>
      <h3>Rows that cannot be used</h3>
      <ul className={styles.rows}>
        {errors.slice(0, maxListed).map(({ line, cells, fields }) => (
          <li key={line}>
            <span>Row {line}</span>
            <p>
              {cells
                .filter((cell) => cell !== '')
                .slice(0, 3)
                .join(', ') || 'Empty'}
              <small className={styles.bad}>
                {Object.entries(fields)
                  .map(([field, message]) => `${getFieldLabel(field)}: ${message}`)
                  .join('. ')}
              </small>
            </p>
          </li>
        ))}
      </ul>
      {errors.length > maxListed && (
        <p className={styles.note}>And {errors.length - maxListed} more.</p>
      )}
    </>
  );
}

interface DuplicatesProps {
  report: LeadImportReport;
  isImported: boolean;
  onChange: (isImported: boolean) => void;
}

function Duplicates({ report: { duplicates }, isImported, onChange }: DuplicatesProps) {
  if (duplicates.length === 0) return null;
  return (
    <>
      <h3>That may be here already</h3>
      <ul className={styles.rows}>
        {duplicates.slice(0, maxListed).map(({ line, match, leadId, companyName, contactName }) => (
          <li key={line}>
            <span>Row {line}</span>
            <p>
              {contactName}, {companyName}
              <small>
                Same {match === 'email' ? 'email' : 'phone number'} as{' '}
                {leadId === null ? 'an earlier row' : 'a lead that is here'}
              </small>
            </p>
          </li>
        ))}
      </ul>
      {duplicates.length > maxListed && (
        <p className={styles.note}>And {duplicates.length - maxListed} more.</p>
      )}
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          checked={isImported}
          onChange={(event) => onChange(event.target.checked)}
        />
        Import them, too
      </label>
    </>
  );
}
