import { type DragEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button, getButtonClass } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { useUnsavedDialog } from '../../../ui/dialog/use-unsaved-dialog';
import { FieldError } from '../../../ui/form/Field';
import { Download, Upload } from '../../../ui/icons/desk-icons';
import { Spinner } from '../../../ui/Spinner';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { formatCsvHeader, formatCsvRow } from '../../csv/csv';
import type { LeadImport, LeadImportReport } from '../../csv/import-contract';
import { formatDue, formatEnd } from '../format-due';
import { formatFileName } from '../labels';
import { useImports } from '../queries';
import { saveCsvFile } from '../table/ExportDialog';
import { buildListPath, noFilter } from '../table/lead-filter';
import * as styles from './Import.module.css';
import { ImportCheckDialog, ImportSteps } from './ImportCheckDialog';
import { type ImportFile, readImportFile } from './import-file';
import { formatImported, useImport, useUndoImport } from './use-import';

/** Imports leads from a CSV file: choose the file, check a dry run, import, undo. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { isBusy, check, done, isEdited, start } = useImport();
  const { close, unsavedDialog } = useUnsavedDialog(isEdited, onClose);
  if (done) return <DoneDialog report={done} onClose={onClose} />;
  if (check) {
    return (
      <>
        <ImportCheckDialog check={check} onClose={close} />
        {unsavedDialog}
      </>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import leads"
      footer={
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <ImportSteps current={0} />
      <div className={styles.check}>
        <FileZone isBusy={isBusy} onFile={start} />
        <EarlierImports onLeave={onClose} />
      </div>
    </Dialog>
  );
}

/** Downloads a sample CSV file with the most common columns. */
const saveSample = () =>
  saveCsvFile(
    'leads.csv',
    formatCsvHeader(['Company', 'Contact', 'Email', 'Phone', 'Industry', 'Locations', 'Status']) +
      formatCsvRow([
        'Harbor Yoga',
        'Tom Okafor',
        'tom@harboryoga.example',
        '(614) 555-0122',
        'Fitness',
        '4',
        'contacted',
      ]),
  );

/** Chooses the file, or takes one that is dropped. */
function FileZone({ isBusy, onFile }: { isBusy: boolean; onFile: (file: ImportFile) => void }) {
  const id = useId();
  const [error, setError] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const [name, setName] = useState('');

  async function choose(file: File | undefined) {
    if (!file || isBusy) return;
    setName(file.name);
    const read = await readImportFile(file);
    setError(typeof read === 'string' ? read : undefined);
    if (typeof read !== 'string') onFile(read);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    // The button inside does the same without a mouse.
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target has no role
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <h3 aria-live="polite">
        {isBusy && <Spinner />}
        {isBusy ? `Checking ${name}...` : isOver ? 'Let go to check it' : 'Drop a CSV file here'}
      </h3>
      <p>
        Up to 4 MB and 10,000 rows. The first row names the columns. Comma, semicolon or tab, any of
        them works. Exports of HubSpot, Pipedrive and Salesforce are recognized. Excel and Google
        Sheets: save as “CSV UTF-8”.
      </p>
      <div className={styles.actions}>
        <label className={`${getButtonClass()} ${styles.choose}`}>
          <Upload />
          Choose a CSV file
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            disabled={isBusy}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && id}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        </label>
        <button type="button" className={getButtonClass('quiet')} onClick={saveSample}>
          <Download />
          Sample file
        </button>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
      <p>Nothing is stored before you have checked it. Nobody gets an email from an import.</p>
    </div>
  );
}

function describeImport({ createdAt, leadCount, addedCount, by }: LeadImport): string {
  const parts = [formatDue(createdAt), formatCount(leadCount, 'lead')];
  if (addedCount > 0) parts.push(`${formatNumber(addedCount)} added to leads you had`);
  if (by) parts.push(`by ${by}`);
  return parts.join(', ');
}

/**
 * Earlier imports. Each can be undone for a day.
 * @param onLeave called when the owner goes to the leads of an import
 */
function EarlierImports({ onLeave }: { onLeave: () => void }) {
  const { undo, undoingId } = useUndoImport();
  const { data: imports = [] } = useImports();
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="earlier-imports">
      <div className={styles.title}>
        <h3 id="earlier-imports">Earlier imports</h3>
      </div>
      <ul className={styles.earlier}>
        {imports.map((one) => (
          // The row takes the focus of its button, which goes away.
          <li key={one.id} tabIndex={-1}>
            <p>
              <b>{formatFileName(one)}</b>
              <small>{describeImport(one)}</small>
              {one.leadCount > 0 && !one.undoneAt && (
                <Link href={buildListPath({ ...noFilter, import: one.id })} onClick={onLeave}>
                  See the {formatCount(one.leadCount, 'new lead')}
                  <span className={layoutStyles.visuallyHidden}> from {formatFileName(one)}</span>
                </Link>
              )}
            </p>
            {one.undoUntil ? (
              <Button
                variant="secondary"
                size="touch"
                busy={undoingId === one.id}
                onClick={({ currentTarget }) => {
                  const row = currentTarget.closest('li');
                  void undo(one.id, () => row?.focus());
                }}
              >
                Undo until {formatEnd(one.undoUntil)}
                <span className={layoutStyles.visuallyHidden}> for {formatFileName(one)}</span>
              </Button>
            ) : (
              <small>{one.undoneAt ? 'Undone' : 'Kept'}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Result of an import, with the number of rows of each kind. */
function DoneDialog({ report, ...props }: { report: LeadImportReport; onClose: () => void }) {
  const onClose = useCloseWhileOpen(props.onClose);
  const { importId, rows, imported, added } = report;
  const { undo, undoingId } = useUndoImport();
  const counts = [
    ['New leads', imported],
    ['Added to a lead you had', added],
    ['Left out', rows - imported - added],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title={formatImported(report)}
      footer={
        <>
          {importId !== null && (
            <Button
              variant="secondary"
              busy={undoingId !== undefined}
              onClick={() => undo(importId, onClose)}
            >
              Undo the import
            </Button>
          )}
          {importId === null || imported === 0 ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <Link
              className={getButtonClass()}
              href={buildListPath({ ...noFilter, import: importId })}
              onClick={onClose}
            >
              See the {formatCount(imported, 'new lead')}
            </Link>
          )}
        </>
      }
    >
      <ImportSteps current={2} />
      <dl className={styles.result}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Nobody got an email. You can undo the whole import under Import, for a day.
      </p>
    </Dialog>
  );
}
