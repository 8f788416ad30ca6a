import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../../foundation/auth/admin/use-error-toast';
import { formatCount } from '../../../lib/format-number';
import { readJson, request, withTimeout } from '../../../lib/http-client';
import { useToast } from '../../../ui/toast';
import type { LeadImportReport, UndoReport } from '../../csv/import-contract';
import { refetchLeads, useLeadMutation } from '../mutations';
import { type DuplicateChoices, formatChoices } from './import-choices';
import type { ImportFile } from './import-file';

/** Maximum length of a file's name, as the server accepts it. */
const maxNameLength = 200;

interface ImportInput {
  file: ImportFile;
  /** The field of each column, in order; null to let the server derive them from the titles. */
  columns: readonly string[] | null;
  /** How duplicates are imported; null for a dry run. */
  choices: DuplicateChoices | null;
}

function sendFile({ file, columns, choices }: ImportInput): Promise<LeadImportReport> {
  const query = new URLSearchParams({
    ...(columns && { columns: columns.join(',') }),
    ...(choices
      ? { duplicates: choices.all, fileName: file.name.slice(0, maxNameLength) }
      : { dryRun: 'true' }),
  });
  const rowChoices = choices && formatChoices(file, choices);
  if (rowChoices) query.set('choices', rowChoices);
  return withTimeout(undefined, async (signal) => {
    const response = await fetch(`/api/leads/import?${query}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'text/csv' },
      body: file.content,
      signal,
    });
    return readJson(response);
  });
}

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

/** Checks, imports, and undoes an import of leads from a file. */
export function useImport() {
  const client = useQueryClient();
  const showError = useErrorToast();
  const toast = useToast();
  const undo = useLeadMutation(
    (id: string) => request<UndoReport>(`/api/leads/import/${id}/undo`, { method: 'POST' }),
    { awaitsRefetch: false },
  );
  return {
    send: useMutation({
      mutationFn: sendFile,
      onError: (error) => showError(error),
      onSettled: (_data, _error, { choices }) => {
        // A dry run changes nothing.
        if (choices) void refetchLeads(client);
      },
    }),
    undo: (id: string, onUndone: () => void) =>
      undo.mutate(id, {
        onSuccess(report) {
          toast(describeUndo(report));
          onUndone();
        },
      }),
    /** The import that is being undone. */
    undoingId: undo.isPending ? undo.variables : undefined,
  };
}
