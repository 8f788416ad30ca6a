import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { formatCount } from '../../../lib/format-number';
import { Button, getButtonClass } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import type { LeadImportReport } from '../../csv/import-contract';
import { buildListPath, noFilter } from '../lead-filter';
import { EarlierImports } from './EarlierImports';
import * as styles from './Import.module.css';
import { ImportCheck } from './ImportCheck';
import { ImportDone } from './ImportDone';
import { ImportFile } from './ImportFile';
import { ImportSteps } from './ImportSteps';
import { countImported, type DuplicateChoices, defaultChoices } from './import-choices';
import { correctCell, type ImportFile as FileToImport } from './import-file';
import { useImport } from './use-import';

interface Check {
  file: FileToImport;
  report: LeadImportReport;
  choices: DuplicateChoices;
}

const listFields = ({ columns }: LeadImportReport) => columns.map(({ field }) => field ?? '');

/** Imports leads from a CSV file: choose the file, check a dry run, import, undo. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { send, undo, undoingId } = useImport();
  const [check, setCheck] = useState<Check | null>(null);
  const [done, setDone] = useState<LeadImportReport | null>(null);

  /** The file with all corrections, also those that are being checked. */
  const correctedFile = useRef<FileToImport>(undefined);

  /** Runs the import as a dry run. Meanwhile the owner may go on choosing and correcting. */
  function dryRun(file: FileToImport, columns: readonly string[] | null) {
    correctedFile.current = file;
    send.mutate(
      { file, columns, choices: null },
      {
        onSuccess: (report) =>
          setCheck((before) => ({ file, report, choices: before?.choices ?? defaultChoices })),
      },
    );
  }

  function run({ file, report, choices }: Check) {
    send.mutate({ file, columns: listFields(report), choices }, { onSuccess: setDone });
  }

  if (done) {
    return (
      <DoneDialog
        report={done}
        isUndoing={undoingId !== undefined}
        onUndo={(id) => undo(id, onClose)}
        onClose={onClose}
      />
    );
  }
  if (check) {
    return (
      <CheckDialog
        check={check}
        isBusy={send.isPending}
        onMap={(columns) => dryRun(correctedFile.current ?? check.file, columns)}
        onChoose={(choices) => setCheck({ ...check, choices })}
        onCorrect={(line, column, value) => {
          const file = correctCell(correctedFile.current ?? check.file, line, column, value);
          dryRun(file, listFields(check.report));
        }}
        onBack={() => setCheck(null)}
        onImport={() => run(check)}
        onClose={onClose}
      />
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
        <ImportFile isBusy={send.isPending} onFile={(file) => dryRun(file, null)} />
        <EarlierImports undoingId={undoingId} onUndo={undo} onLeave={onClose} />
      </div>
    </Dialog>
  );
}

interface CheckDialogProps {
  check: Check;
  isBusy: boolean;
  onMap: (columns: readonly string[]) => void;
  onChoose: (choices: DuplicateChoices) => void;
  onCorrect: (line: number, column: number, value: string) => void;
  onBack: () => void;
  onImport: () => void;
  onClose: () => void;
}

function CheckDialog(props: CheckDialogProps) {
  const { check, isBusy, onMap, onChoose, onCorrect, onBack, onImport, onClose } = props;
  const { report, file, choices } = check;
  const { imported, added } = countImported(file, report, choices);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Check ${file.name}`}
      startsAtTitle
      className={styles.dialog}
      footer={
        <>
          <Button variant="secondary" onClick={onBack}>
            Another file
          </Button>
          <Button busy={isBusy} disabled={imported + added === 0} onClick={onImport}>
            Import {formatCount(imported + added, 'lead')}
          </Button>
        </>
      }
    >
      <ImportSteps current={1} />
      <ImportCheck
        file={file}
        report={report}
        choices={choices}
        isBusy={isBusy}
        onMap={onMap}
        onChoose={onChoose}
        onCorrect={onCorrect}
      />
    </Dialog>
  );
}

interface DoneDialogProps {
  report: LeadImportReport;
  isUndoing: boolean;
  onUndo: (importId: string) => void;
  onClose: () => void;
}

function DoneDialog({ report, isUndoing, onUndo, onClose }: DoneDialogProps) {
  const { importId, imported, added } = report;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${formatCount(imported + added, 'lead')} imported`}
      footer={
        <>
          {importId !== null && (
            <Button variant="secondary" busy={isUndoing} onClick={() => onUndo(importId)}>
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
      <ImportDone report={report} />
    </Dialog>
  );
}
