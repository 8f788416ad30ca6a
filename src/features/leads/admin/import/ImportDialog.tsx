import { useState } from 'react';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { useToast } from '../../../../ui/toast';
import type { LeadImportReport } from '../../csv/import-report';
import * as styles from './Import.module.css';
import { ImportCheck } from './ImportCheck';
import { ImportDone } from './ImportDone';
import { ImportFile } from './ImportFile';
import { ImportSteps } from './ImportSteps';
import { correctCell, type ImportFile as FileToImport } from './import-file';
import { useImport } from './use-import';

interface Check {
  file: FileToImport;
  report: LeadImportReport;
  duplicates: 'skip' | 'import';
}

const formatCount = (count: number) => `${count} ${count === 1 ? 'lead' : 'leads'}`;

/** Imports leads from a CSV file: choose the file, check a dry run, import, undo. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { send, undo } = useImport();
  const toast = useToast();
  const [check, setCheck] = useState<Check | null>(null);
  const [done, setDone] = useState<LeadImportReport | null>(null);

  /** Runs the import as a dry run. */
  function dryRun(
    file: FileToImport,
    columns: readonly string[] | null,
    duplicates: Check['duplicates'] = 'skip',
  ) {
    send.mutate(
      { content: file.content, columns, duplicates, isDryRun: true },
      { onSuccess: (report) => setCheck({ file, report, duplicates }) },
    );
  }

  function run({ file, report, duplicates }: Check) {
    const columns = report.columns.map(({ field }) => field ?? '');
    const { content } = file;
    send.mutate({ content, columns, duplicates, isDryRun: false }, { onSuccess: setDone });
  }

  function undoImport(id: string) {
    undo.mutate(id, {
      onSuccess({ removed, keptIds }) {
        toast({
          title: `Import undone: ${formatCount(removed)} removed`,
          ...(keptIds.length > 0 && {
            description: `${formatCount(keptIds.length)} stay, because somebody has worked on them.`,
          }),
        });
        onClose();
      },
    });
  }

  if (done) {
    return (
      <DoneDialog report={done} isUndoing={undo.isPending} onUndo={undoImport} onClose={onClose} />
    );
  }
  if (check) {
    return (
      <CheckDialog
        check={check}
        isBusy={send.isPending}
        onChange={(columns, duplicates) => dryRun(check.file, columns, duplicates)}
        onCorrect={(line, column, value) => {
          const columns = check.report.columns.map(({ field }) => field ?? '');
          dryRun(correctCell(check.file, line, column, value), columns, check.duplicates);
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
      <ImportFile isBusy={send.isPending} onFile={(file) => dryRun(file, null)} />
    </Dialog>
  );
}

interface CheckDialogProps {
  check: Check;
  isBusy: boolean;
  onChange: (columns: readonly string[], duplicates: Check['duplicates']) => void;
  onCorrect: (line: number, column: number, value: string) => void;
  onBack: () => void;
  onImport: () => void;
  onClose: () => void;
}

function CheckDialog(props: CheckDialogProps) {
  const { check, isBusy, onChange, onCorrect, onBack, onImport, onClose } = props;
  const { report, file, duplicates } = check;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Check ${file.name}`}
      className={styles.dialog}
      footer={
        <>
          <Button variant="secondary" onClick={onBack}>
            Another file
          </Button>
          <Button busy={isBusy} disabled={report.imported === 0} onClick={onImport}>
            Import {formatCount(report.imported)}
          </Button>
        </>
      }
    >
      <ImportSteps current={1} />
      <ImportCheck
        file={file}
        report={report}
        duplicates={duplicates}
        isBusy={isBusy}
        onChange={onChange}
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
  const { importId, imported } = report;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${formatCount(imported)} imported`}
      footer={
        <>
          {importId !== null && (
            <Button variant="secondary" busy={isUndoing} onClick={() => onUndo(importId)}>
              Undo the import
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <ImportSteps current={2} />
      <ImportDone report={report} />
    </Dialog>
  );
}
