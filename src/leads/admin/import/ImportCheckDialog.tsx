import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import * as formStyles from '../../../ui/form.module.css';
import * as styles from './Import.module.css';
import { DuplicateRows, UnusableRows } from './ImportRows';
import * as stepStyles from './ImportSteps.module.css';
import { fieldOptions } from './import-choices';
import type { ImportFile } from './import-file';
import type { ImportCheck } from './use-import';

const steps = [
  ['File', 'Choose or drop'],
  ['Check', 'Columns and rows'],
  ['Done', 'With undo'],
] as const;

/** The three steps of an import, with the current one. */
export function ImportSteps({ current }: { current: 0 | 1 | 2 }) {
  return (
    <ol className={stepStyles.steps} aria-label="Steps">
      {steps.map(([name, text], index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-reached={index <= current || undefined}
        >
          <b>{name}</b>
          <small>{text}</small>
        </li>
      ))}
    </ol>
  );
}

interface Props {
  check: ImportCheck;
}

/** Preview of an import: counts, unusable rows, duplicates, and the column mapping. */
export function ImportCheckDialog({ check, onClose }: Props & { onClose: () => void }) {
  const { file, isBusy, counts } = check;
  const count = counts.imported + counts.added;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Check ${file.name}`}
      startsAtTitle
      className={styles.dialog}
      footer={
        <>
          <Button variant="secondary" onClick={check.back}>
            Another file
          </Button>
          <Button busy={isBusy} disabled={count === 0} onClick={check.run}>
            Import {formatCount(count, 'lead')}
          </Button>
        </>
      }
    >
      <ImportSteps current={1} />
      <div className={styles.check} aria-busy={isBusy || undefined}>
        <Outcome check={check} />
        <UnusableRows check={check} />
        <DuplicateRows check={check} />
        <Columns check={check} />
      </div>
    </Dialog>
  );
}

/** Counts of added, duplicate and unusable rows, and their proportions as a bar. */
function Outcome({ check: { report, counts } }: Props) {
  const { columns, errors, duplicates, rows } = report;
  const { imported } = counts;
  const leftOut = columns.filter(({ field }) => field === null).length;
  const skipped = Math.max(0, rows - errors.length - imported);
  const entries = [
    [imported, 'will be added', 'will be added'],
    [duplicates.length, 'is here already', 'are here already'],
    [errors.length, 'row cannot be used yet', 'rows cannot be used yet'],
    [leftOut, 'column is left out', 'columns are left out'],
  ] as const;
  return (
    <div>
      <ul className={styles.counts} aria-label="What would happen" aria-live="polite">
        {entries.map(([count, one, several], index) => (
          <li key={one} className={index === 2 && count > 0 ? styles.bad : undefined}>
            <b>{formatNumber(count)}</b> {count === 1 ? one : several}
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

/** Mapping of the file's columns to the fields of a lead. */
function Columns({ check: { file, report, isBusy, map } }: Props) {
  const fields = report.columns.map(({ field }) => field ?? '');
  const recognized = fields.filter((field) => field !== '').length;
  return (
    <section>
      <div className={styles.title}>
        <h3>Columns</h3>
        <span>{`${recognized} of ${fields.length} recognized`}</span>
      </div>
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
