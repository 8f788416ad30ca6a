import { Button } from '../../../ui/Button';
import { SearchField } from '../../../ui/SearchField';
import { leadStatuses, statusLabel } from '../lead';
import type { LeadFilter } from './lead-queries';

interface Props {
  typed: string;
  onType: (text: string) => void;
  status: LeadFilter['status'];
  onStatus: (status: LeadFilter['status']) => void;
  /** How many leads match; null while that is not known. */
  total: number | null;
  refreshing: boolean;
  onRefresh: () => void;
}

const choices = [...leadStatuses, 'suspect'] as const;

/** Above the list: search, status filter, how many there are, and the way to read them again. */
export function LeadTools(props: Props) {
  const { typed, onType, status, onStatus, total, refreshing, onRefresh } = props;
  return (
    <search className="tools">
      <SearchField label="Search leads" value={typed} onChange={onType} />
      <select
        className="in"
        value={status}
        onChange={(event) => onStatus(choices.find((one) => one === event.target.value) ?? '')}
        aria-label="Status"
      >
        <option value="">All statuses</option>
        {leadStatuses.map((one) => (
          <option key={one} value={one}>
            {statusLabel(one)}
          </option>
        ))}
        <option value="suspect">Suspected spam</option>
      </select>
      <p className="meta num" role="status">
        {total !== null && `${total.toLocaleString('en-US')} ${total === 1 ? 'lead' : 'leads'}`}
      </p>
      <Button variant="secondary" size="s" busy={refreshing} onClick={onRefresh}>
        Refresh
      </Button>
    </search>
  );
}
