import { formatCount } from '../../../lib/format-number';
import * as formStyles from '../../../ui/form/form.module.css';
import { formatStatus, leadStatuses } from '../../contract';
import { normalizeName } from '../../csv/import-synonyms';
import * as styles from './Import.module.css';
import { fieldOptions, getFieldLabel } from './import-choices';
import type { ImportFile } from './import-file';
import type { ImportCheck } from './use-import';

interface Props {
  check: ImportCheck;
}

/** Example values of a column. */
const listExamples = ({ rows }: ImportFile, column: number): string =>
  [...new Set(rows.slice(0, 20).map(({ cells }) => cells[column]?.trim()))]
    .filter(Boolean)
    .slice(0, 2)
    .join(', ');

function describeColumns(fields: readonly string[]): string {
  const notes = fields.filter((field) => field === 'note').length;
  const recognized = fields.filter((field) => field !== '').length - notes;
  const text = `${recognized} of ${fields.length} recognized`;
  return notes === 0 ? text : `${text}, ${notes} kept as a note`;
}

/**
 * Mapping of the file's columns to the fields of a lead.
 * @param props.missing the fields that no column has, although each lead needs them
 */
export function Columns({ check, missing }: Props & { missing: readonly string[] }) {
  const { file, report, isBusy, map } = check;
  const fields = report.columns.map(({ field }) => field ?? '');
  return (
    <section>
      <div className={styles.title}>
        <h3>Columns</h3>
        <span>{describeColumns(fields)}</span>
      </div>
      {missing.length > 0 && (
        <p className={`${styles.note} ${styles.bad}`}>
          Choose the column for each of these first: {missing.map(getFieldLabel).join(', ')}.
        </p>
      )}
      <ul className={styles.columns}>
        {report.columns.map(({ title }, index) => (
          // The same title may occur twice.
          <li key={index}>
            <label>
              <b>{title === '' ? `Column ${index + 1}` : title}</b>
              <span>{listExamples(file, index)}</span>
              <select
                className={formStyles.input}
                value={fields[index]}
                disabled={isBusy}
                onChange={(event) => map(fields.with(index, event.target.value))}
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

/** The meaning of each text of the columns with a status that isn't one of ours, for all its rows. */
export function Statuses({ check: { report, statuses: chosen, setStatus } }: Props) {
  const statuses = report.statuses.filter(
    ({ value, status }) => status === null || normalizeName(value) !== formatStatus(status),
  );
  const open = statuses.filter(({ status }) => status === null).length;
  if (statuses.length === 0) return null;
  return (
    <section>
      <div className={styles.title}>
        <h3>Statuses</h3>
        <span className={open > 0 ? styles.bad : undefined}>
          {open === 0 ? 'All recognized' : `${open} of ${statuses.length} to choose`}
        </span>
      </div>
      <ul className={styles.columns}>
        {statuses.map(({ value, count, status }) => (
          <li key={value}>
            <label>
              <b>{value}</b>
              <span>{formatCount(count, 'row')}</span>
              <select
                className={formStyles.input}
                value={chosen[value] ?? status ?? ''}
                aria-invalid={(status === null && !chosen[value]) || undefined}
                onChange={({ target }) => {
                  const next = leadStatuses.find((one) => one === target.value);
                  if (next) setStatus(value, next);
                }}
              >
                {status === null && <option value="">Choose</option>}
                {leadStatuses.map((one) => (
                  <option key={one} value={one}>
                    {formatStatus(one)}
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
