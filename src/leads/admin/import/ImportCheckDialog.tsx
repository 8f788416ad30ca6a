import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { ChoiceButtons } from '../../../ui/form/ChoiceButtons';
import * as styles from './Import.module.css';
import { Columns, Statuses } from './ImportColumns';
import { DuplicateRows, UnusableRows } from './ImportRows';
import * as stepStyles from './ImportSteps.module.css';
import { listMissingFields } from './import-choices';
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
          <Button variant="secondary" onClick={check.back}>
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
function WaitingChoice({ check: { waiting, setWaiting } }: Props) {
  return (
    <div>
      <ChoiceButtons
        legend="Are these waiting for an answer?"
        options={waitingOptions}
        value={waiting}
        onChange={setWaiting}
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
