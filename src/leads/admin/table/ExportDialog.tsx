import { formatCount } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import type { ListedLead } from '../../contract';
import { formatLeadHeader, formatLeadRows } from '../../csv/csv-columns';
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
export function saveCsvFile(name: string, csv: string): void {
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

/** Asks which leads to export: the selected ones, those of the list, or all. */
export function ExportDialog({ filter, total, selected, onClose }: Props) {
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
          <Button
            variant="secondary"
            onClick={run(() =>
              saveCsvFile('leads.csv', formatLeadHeader() + formatLeadRows(selected)),
            )}
          >
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
