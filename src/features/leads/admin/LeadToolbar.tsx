import { Button } from '../../../ui/Button';
import { SearchField } from '../../../ui/SearchField';
import { formatStatus, leadStatuses } from '../contract';
import type { LeadFilter } from './queries';

interface Props {
  searchText: string;
  onSearch: (text: string) => void;
  status: LeadFilter['status'];
  onStatus: (status: LeadFilter['status']) => void;
  /** How many leads match; null while that is not known. */
  total: number | null;
  isRefreshing: boolean;
  onRefresh: () => void;
}

const filterOptions = [...leadStatuses, 'suspect'] as const;

/** Above the list: search, status filter, how many there are, and the way to read them again. */
export function LeadToolbar(props: Props) {
  const { searchText, onSearch, status, onStatus, total, isRefreshing, onRefresh } = props;
  return (
    <search className="tools">
      <SearchField label="Search leads" value={searchText} onChange={onSearch} />
      <select
        className="in"
        value={status}
        onChange={(event) =>
          onStatus(filterOptions.find((one) => one === event.target.value) ?? '')
        }
        aria-label="Status"
      >
        <option value="">All statuses</option>
        {leadStatuses.map((one) => (
          <option key={one} value={one}>
            {formatStatus(one)}
          </option>
        ))}
        <option value="suspect">Suspected spam</option>
      </select>
      <p className="meta num" role="status">
        {total !== null && `${total.toLocaleString('en-US')} ${total === 1 ? 'lead' : 'leads'}`}
      </p>
      <Button variant="secondary" size="s" busy={isRefreshing} onClick={onRefresh}>
        Refresh
      </Button>
    </search>
  );
}
