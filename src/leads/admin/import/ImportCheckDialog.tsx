import type { ComponentProps } from 'react';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { ChoiceButtons } from '../../../ui/form/ChoiceButtons';
import * as formStyles from '../../../ui/form/form.module.css';
import { formatStatus, leadStatuses } from '../../contract';
import { normalizeName } from '../../csv/import-columns';
import { StatusOptions } from '../status/status-controls';
import * as styles from './Import.module.css';
import { DuplicateRows, UnusableRows } from './ImportRows';
import * as stepStyles from './ImportSteps.module.css';
import { fieldOptions, getFieldLabel, type ImportFile, listMissingFields } from './import-file';
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

const waitingOptions = [
  ['false', 'No, nothing turns red'],
  ['true', 'Yes, new ones wait'],
] as const;

/** Preview of an import: the columns, what statuses mean, unusable rows and duplicates. */
export function ImportCheckDialog({ check, onClose }: Props & { onClose: () => void }) {
  const { file, isBusy, isImporting, counts } = check;
  const count = counts.imported + counts.added;
  const missing = listMissingFields(check.report);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Check ${file.name}`}
      startsAtTitle
      className={styles.dialog}
      footer={
        <>
          <Button variant="secondary" disabled={isImporting} onClick={check.back}>
            Another file
          </Button>
          <Button busy={isBusy} disabled={count === 0} onClick={check.run}>
            {isImporting ? 'Importing' : 'Import'} {formatCount(count, 'lead')}
            {isImporting && '...'}
          </Button>
        </>
      }
    >
      <ImportSteps current={1} />
      <div className={styles.check} aria-busy={isBusy || undefined}>
        {/* Errors of rows mean nothing before each needed field has its column. */}
        {missing.length > 0 ? (
          <Columns check={check} missing={missing} />
        ) : (
          <>
            <Outcome check={check} />
            <Columns check={check} missing={missing} />
            <Statuses check={check} />
            <WaitingChoice check={check} />
            <UnusableRows check={check} />
            <DuplicateRows check={check} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Asks if new leads wait for an answer. Most files have leads from before. */
function WaitingChoice({ check: { waiting, decide } }: Props) {
  return (
    <div>
      <ChoiceButtons
        legend="Are these waiting for an answer?"
        options={waitingOptions}
        value={waiting}
        onChange={(next) => decide({ waiting: next })}
      />
      {waiting === 'false' && (
        <p className={styles.note}>
          New leads are stored as contacted, and a next step that is overdue becomes a note.
        </p>
      )}
    </div>
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

interface MappingProps extends ComponentProps<'select'> {
  title: string;
  note: string;
}

/** A text of the file, and a list to choose what it is imported as. */
const Mapping = ({ title, note, ...select }: MappingProps) => (
  <li>
    <label>
      <b>{title}</b>
      <span>{note}</span>
      <select className={formStyles.input} {...select} />
    </label>
  </li>
);

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
function Columns({ check, missing }: Props & { missing: readonly string[] }) {
  const { file, report, isBusy, map } = check;
  const fields = report.columns.map(({ field }) => field ?? '');
  return (
    <section>
      <div className={styles.title}>
        <h3>Columns</h3>
        <small>{describeColumns(fields)}</small>
      </div>
      {missing.length > 0 && (
        <p className={`${styles.note} ${styles.bad}`}>
          Choose the column for each of these first: {missing.map(getFieldLabel).join(', ')}.
        </p>
      )}
      <ul className={styles.columns}>
        {report.columns.map(({ title }, index) => (
          <Mapping
            // The same title may occur twice.
            key={index}
            title={title === '' ? `Column ${index + 1}` : title}
            note={listExamples(file, index)}
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
          </Mapping>
        ))}
      </ul>
    </section>
  );
}

/** The meaning of each text of the columns with a status that isn't one of ours, for all its rows. */
function Statuses({ check: { report, statuses: chosen, setStatus } }: Props) {
  const statuses = report.statuses.filter(
    ({ value, status }) => status === null || normalizeName(value) !== formatStatus(status),
  );
  const open = statuses.filter(({ status }) => status === null).length;
  if (statuses.length === 0) return null;
  return (
    <section>
      <div className={styles.title}>
        <h3>Statuses</h3>
        <small className={open > 0 ? styles.bad : undefined}>
          {open === 0 ? 'All recognized' : `${open} of ${statuses.length} to choose`}
        </small>
      </div>
      <ul className={styles.columns}>
        {statuses.map(({ value, count, status }) => (
          <Mapping
            key={value}
            title={value}
            note={formatCount(count, 'row')}
            value={chosen[value] ?? status ?? ''}
            aria-invalid={(status === null && !chosen[value]) || undefined}
            onChange={({ target }) => {
              const next = leadStatuses.find((one) => one === target.value);
              if (next) setStatus(value, next);
            }}
          >
            {status === null && <option value="">Choose</option>}
            <StatusOptions />
          </Mapping>
        ))}
      </ul>
    </section>
  );
}
