import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../../../foundation/auth/admin/use-error-toast';
import { HttpError, request, withTimeout } from '../../../../lib/http-client';
import type { LeadImportReport } from '../../csv/import-report';
import { overviewKey } from '../desk-queries';
import { leadsKey } from '../queries';

interface ImportInput {
  content: Blob;
  /** The field of each column, in order; null to let the server derive them from the titles. */
  columns: readonly string[] | null;
  duplicates: 'skip' | 'import';
  /** Reports the result without storing anything. */
  isDryRun: boolean;
}

function sendFile({
  content,
  columns,
  duplicates,
  isDryRun,
}: ImportInput): Promise<LeadImportReport> {
  const query = new URLSearchParams({
    duplicates,
    ...(isDryRun && { dryRun: 'true' }),
    ...(columns && { columns: columns.join(',') }),
  });
  return withTimeout(undefined, async (signal) => {
    const response = await fetch(`/api/leads/import?${query}`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'text/csv' },
      body: content,
      signal,
    });
    if (!response.ok) {
      throw new HttpError(response.status, (await response.text()) || response.statusText);
    }
    // The API's contracts and their tests guarantee the shape of its responses.
    const report: LeadImportReport = await response.json();
    return report;
  });
}

/** Checks, imports, and undoes an import of leads from a file. */
export function useImport() {
  const client = useQueryClient();
  const showError = useErrorToast();
  const onError = (error: unknown) => showError(error);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: leadsKey });
    void client.invalidateQueries({ queryKey: overviewKey });
  };
  return {
    send: useMutation({
      mutationFn: sendFile,
      onError,
      onSettled: (_data, _error, { isDryRun }) => {
        if (!isDryRun) refresh();
      },
    }),
    undo: useMutation({
      mutationFn: (id: string) =>
        request<{ removed: number; keptIds: string[] }>(`/api/leads/import/${id}/undo`, {
          method: 'POST',
        }),
      onError,
      onSettled: refresh,
    }),
  };
}
