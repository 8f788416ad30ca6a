import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useErrorToast, useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useSendOnce } from '../../../lib/browser/use-post-once';
import { formatCount } from '../../../lib/format-number';
import { readJson, request, withTimeout } from '../../../lib/network/http-client';
import { useIsOpen } from '../../../ui/dialog/use-close-while-open';
import { useToast } from '../../../ui/toast/toast';
import type { LeadStatus } from '../../contract';
import type { LeadImportReport, UndoReport } from '../../csv/import-contract';
import { refetchLeads, useLeadMutation } from '../mutations';
import {
  correctCell,
  countImported,
  type DuplicateChoices,
  defaultChoices,
  formatChoices,
  getDefaultWaiting,
  type ImportFile,
} from './import-file';

/** Maximum length of a file's name, as the server accepts it. */
const maxNameLength = 200;

/** The status for each text that is none. */
type StatusChoices = Readonly<Record<string, LeadStatus>>;

interface ImportInput {
  file: ImportFile;
  statuses: StatusChoices;
  /** New leads wait for an answer. */
  waiting: 'true' | 'false';
  /** The field of each column, in order; null to let the server derive them from the titles. */
  columns: readonly string[] | null;
  /** How duplicates are imported; null for a dry run. */
  choices: DuplicateChoices | null;
}

function buildImportUrl(input: ImportInput): string {
  const { file, columns, statuses, waiting, choices } = input;
  const query = new URLSearchParams({
    otherColumns: 'note',
    statuses: JSON.stringify(statuses),
    waiting,
    ...(columns && { columns: columns.join(',') }),
    ...(choices
      ? { duplicates: choices.all, fileName: file.name.slice(0, maxNameLength) }
      : { dryRun: 'true' }),
  });
  const rowChoices = choices && formatChoices(choices);
  if (rowChoices) query.set('choices', rowChoices);
  return `/api/leads/import?${query}`;
}

const sendFile = (
  url: string,
  body: Blob,
  headers: Record<string, string> = {},
): Promise<LeadImportReport> =>
  withTimeout(undefined, async (signal) => {
    const response = await fetch(url, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'text/csv', ...headers },
      body,
      signal,
    });
    return readJson(response);
  });

/** Formats how many leads an import has stored. */
export const formatImported = ({ imported, added }: LeadImportReport): string =>
  `${formatCount(imported + added, 'lead')} imported`;

const listFields = ({ columns }: LeadImportReport) => columns.map(({ field }) => field ?? '');

/** A file that was checked by a dry run, and how the owner decided. */
interface CheckedFile {
  file: ImportFile;
  report: LeadImportReport;
  choices: DuplicateChoices;
  waiting: ImportInput['waiting'];
}

/** Checks a file in a dry run, then imports it. */
export function useImport() {
  const client = useQueryClient();
  const showError = useErrorToast();
  const toast = useToast();
  const { undo } = useUndoImport();
  const isOpen = useIsOpen();
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const [done, setDone] = useState<LeadImportReport | null>(null);
  /** True once the owner has mapped a column, chosen an option or corrected a cell. */
  const [isEdited, setIsEdited] = useState(false);
  /** The file with all corrections, including those that are being checked. */
  const correctedFile = useRef<ImportFile>(undefined);
  const corrected = ({ file }: CheckedFile) => correctedFile.current ?? file;
  const [statuses, setStatuses] = useState<StatusChoices>({});
  const sendOnce = useSendOnce();
  const send = useMutation({
    mutationFn: async (input: ImportInput) => {
      const url = buildImportUrl(input);
      const { content } = input.file;
      if (!input.choices) return sendFile(url, content);
      const text = await content.text();
      return sendOnce(url + text, (headers) => sendFile(url, content, headers));
    },
    onError: (error) => showError(error),
    onSuccess(report, { choices }) {
      // The dialog, which shows the result, may have been closed meanwhile.
      if (choices && !isOpen()) reportLate(report);
    },
    onSettled: (_data, _error, { choices }) => {
      // A dry run changes nothing.
      if (choices) void refetchLeads(client);
    },
  });

  function reportLate(report: LeadImportReport) {
    const { importId } = report;
    toast({
      title: formatImported(report),
      ...(importId !== null && { action: { label: 'Undo', run: () => void undo(importId) } }),
    });
  }

  /** Not a dry run. */
  const isImporting = send.isPending && send.variables.choices !== null;
  const trySave = useTrySave();
  const sendAfterSignIn = (...input: Parameters<typeof send.mutateAsync>) =>
    void trySave(() => send.mutateAsync(...input));

  /** Runs the import as a dry run. Meanwhile the owner may go on choosing and correcting. */
  function dryRun(
    file: ImportFile,
    columns: readonly string[] | null,
    chosen: StatusChoices = statuses,
  ) {
    correctedFile.current = file;
    setStatuses(chosen);
    setIsEdited(columns !== null);
    sendAfterSignIn(
      { file, columns, statuses: chosen, waiting: 'false', choices: null },
      {
        onSuccess: (report) =>
          setChecked((before) => ({
            choices: defaultChoices,
            waiting: getDefaultWaiting(file),
            ...before,
            file,
            report,
          })),
      },
    );
  }

  const createCheck = (one: CheckedFile) => ({
    ...one,
    statuses,
    isBusy: send.isPending,
    isImporting,
    counts: countImported(one.report, one.choices),
    /** Marks the import as edited while a correction is being typed. */
    markEdited: () => setIsEdited(true),
    decide(part: Partial<Pick<CheckedFile, 'choices' | 'waiting'>>) {
      setChecked({ ...one, ...part });
      setIsEdited(true);
    },
    /** Chooses the status of all rows with a text. */
    setStatus: (text: string, status: LeadStatus) =>
      dryRun(corrected(one), listFields(one.report), { ...statuses, [text]: status }),
    /** Changes the fields of the columns. */
    map: (columns: readonly string[]) => dryRun(corrected(one), columns),
    /** Changes a cell of the row at a line. */
    correct: (line: number, column: number, value: string) =>
      dryRun(correctCell(corrected(one), line, column, value), listFields(one.report)),
    back() {
      // A check in flight would bring the file back.
      send.reset();
      setChecked(null);
      setIsEdited(false);
    },
    run: () =>
      sendAfterSignIn(
        { ...one, columns: listFields(one.report), statuses },
        { onSuccess: setDone },
      ),
  });

  return {
    isBusy: send.isPending,
    check: checked && createCheck(checked),
    done,
    /** Not while the import runs, which goes on when its dialog is closed. */
    isEdited: isEdited && !isImporting && !done,
    start: (file: ImportFile) => dryRun(file, null, {}),
  };
}

/** A checked file with what the owner can do about it. */
export type ImportCheck = NonNullable<ReturnType<typeof useImport>['check']>;

/** Reports which leads were removed and which stay. */
function describeUndo({ removed, separated, keptIds }: UndoReport) {
  const sentences = [
    separated > 0 && `${formatCount(separated, 'row')} removed from leads you had.`,
    keptIds.length > 0 &&
      `${formatCount(keptIds.length, 'lead')} kept, because somebody has worked on them.`,
  ].filter((sentence) => sentence !== false);
  return {
    title: `Import undone: ${formatCount(removed, 'lead')} removed`,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}

/** Undoes imports. */
export function useUndoImport() {
  const toast = useToast();
  const { mutateAsync, isPending, variables } = useLeadMutation(
    (id: string) => request<UndoReport>(`/api/leads/import/${id}/undo`, { method: 'POST' }),
    { awaitsRefetch: false },
  );
  async function undo(id: string, onUndone?: () => void) {
    let report: UndoReport;
    try {
      // Not a callback: a toast can undo an import whose dialog is closed.
      report = await mutateAsync(id);
    } catch {
      return;
    }
    toast(describeUndo(report));
    onUndone?.();
  }

  return { undo, undoingId: isPending ? variables : undefined };
}
