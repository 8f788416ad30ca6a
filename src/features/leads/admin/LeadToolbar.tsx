import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import { SearchField } from '../../../ui/SearchField';
import * as textStyles from '../../../ui/text.module.css';
import * as toolbarStyles from '../../../ui/toolbar.module.css';
import { formatStatus, leadStatuses } from '../contract';
import type { LeadFilter } from './queries';

interface Props {
  searchText: string;
  onSearch: (text: string) => void;
  status: LeadFilter['status'];
  onStatus: (status: LeadFilter['status']) => void;
  /** Number of matching leads; null while unknown. */
  total: number | null;
  isRefreshing: boolean;
  onRefresh: () => void;
}

const filterOptions = [...leadStatuses, 'suspect'] as const;

/** Search, status filter, count and refresh button above the list. */
export function LeadToolbar(props: Props) {
  const { searchText, onSearch, status, onStatus, total, isRefreshing, onRefresh } = props;
  return (
    <search className={toolbarStyles.toolbar}>
      <SearchField label="Search leads" value={searchText} onChange={onSearch} />
      <select
        className={formStyles.input}
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
      <p className={`${textStyles.meta} ${textStyles.tabularNumbers}`} role="status">
        {total !== null && `${total.toLocaleString('en-US')} ${total === 1 ? 'lead' : 'leads'}`}
      </p>
      <Button variant="secondary" size="s" busy={isRefreshing} onClick={onRefresh}>
        Refresh
      </Button>
    </search>
  );
}
