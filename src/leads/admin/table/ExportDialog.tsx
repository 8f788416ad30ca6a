import { useMutation } from '@tanstack/react-query';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { formatCount } from '../../../lib/format-number';
import { HttpError, withTimeout } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import type { ListedLead } from '../../contract';
import * as styles from '../dialogs.module.css';
import { buildApiQuery, isFiltered, type LeadFilter, noFilter } from './lead-filter';

/** Downloads a URL as a file. @param name by default the server's */
function downloadFile(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Saves CSV as a file, through the browser's download. */
export function saveCsvFile(name: string, csv: BlobPart): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  downloadFile(url, name);
  // The started download keeps its own reference to the blob.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

interface Props {
  /** The filter of the list, and the number of leads that match; null while unknown. */
  filter: LeadFilter;
  total: number | null;
  selected: readonly ListedLead[];
  onClose: () => void;
}

/** Downloads the leads that match a filter. */
export const exportLeads = (filter: LeadFilter): void =>
  downloadFile(`/api/leads.csv?${buildApiQuery(filter)}`);

/** Downloads leads by their IDs, which are too long for a URL. */
const exportChosen = (ids: readonly string[]): Promise<void> =>
  withTimeout(undefined, async (signal) => {
    const response = await fetch('/api/leads/export', {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
      signal,
    });
    if (!response.ok) throw new HttpError(response.status, await response.text());
    saveCsvFile('leads.csv', await response.blob());
  });

/** Asks which leads to export: the selected ones, those of the list, or all. */
export function ExportDialog({ filter, total, selected, onClose }: Props) {
  const showError = useErrorToast();
  const { mutate } = useMutation({
    mutationFn: exportChosen,
    onError: (error) => showError(error),
  });
  const run = (download: () => void) => () => {
    download();
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export leads"
      description="As a CSV file, which opens in any spreadsheet."
      footer={
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className={styles.form}>
        {selected.length > 0 && (
          <Button variant="secondary" onClick={run(() => mutate(selected.map(({ id }) => id)))}>
            {`Selected: ${formatCount(selected.length, 'lead')}`}
          </Button>
        )}
        {isFiltered(filter) && (
          <Button variant="secondary" onClick={run(() => exportLeads(filter))}>
            {total === null ? 'This list' : `This list: ${formatCount(total, 'lead')}`}
          </Button>
        )}
        <Button variant="secondary" onClick={run(() => exportLeads(noFilter))}>
          All leads
        </Button>
      </div>
    </Dialog>
  );
}
