import { useState } from 'react';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { useToast } from '../../../../ui/toast';
import type { LeadImportReport } from '../../import-report';
import { ImportCheck } from './ImportCheck';
import { ImportDone } from './ImportDone';
import { ImportFile } from './ImportFile';
import { useImport } from './use-import';

interface Check {
  file: File;
  report: LeadImportReport;
  duplicates: 'skip' | 'import';
}

const formatCount = (count: number) => `${count} ${count === 1 ? 'lead' : 'leads'}`;

/** Imports leads from a CSV file: choose it, check what would happen, import, undo. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { send, undo } = useImport();
  const toast = useToast();
  const [check, setCheck] = useState<Check | null>(null);
  const [done, setDone] = useState<LeadImportReport | null>(null);

  /** Asks the server what an import would do. */
  function dryRun(
    file: File,
    columns: readonly string[] | null,
    duplicates: Check['duplicates'] = 'skip',
  ) {
    send.mutate(
      { file, columns, duplicates, isDryRun: true },
      { onSuccess: (report) => setCheck({ file, report, duplicates }) },
    );
  }

  function run({ file, report, duplicates }: Check) {
    const columns = report.columns.map(({ field }) => field ?? '');
    send.mutate({ file, columns, duplicates, isDryRun: false }, { onSuccess: setDone });
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
      <Dialog
        open
        onClose={onClose}
        title={`${formatCount(done.imported)} imported`}
        footer={
          <>
            {done.importId && (
              <Button
                variant="secondary"
                busy={undo.isPending}
                onClick={() => done.importId && undoImport(done.importId)}
              >
                Undo the import
              </Button>
            )}
            <Button onClick={onClose}>Done</Button>
          </>
        }
      >
        <ImportDone report={done} />
      </Dialog>
    );
  }
  if (check) {
    const { report, file } = check;
    return (
      <Dialog
        open
        onClose={onClose}
        title={`Check ${file.name}`}
        footer={
          <>
            <Button variant="secondary" onClick={() => setCheck(null)}>
              Another file
            </Button>
            <Button
              busy={send.isPending}
              disabled={report.imported === 0}
              onClick={() => run(check)}
            >
              Import {formatCount(report.imported)}
            </Button>
          </>
        }
      >
        <ImportCheck
          report={report}
          duplicates={check.duplicates}
          isBusy={send.isPending}
          onChange={(columns, duplicates) => dryRun(file, columns, duplicates)}
        />
      </Dialog>
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
      <ImportFile isBusy={send.isPending} onFile={(file) => dryRun(file, null)} />
    </Dialog>
  );
}
