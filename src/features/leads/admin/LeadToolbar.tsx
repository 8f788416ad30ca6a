import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import { SearchField } from '../../../ui/SearchField';
import * as textStyles from '../../../ui/text.module.css';
import * as toolbarStyles from '../../../ui/toolbar.module.css';
import { formatStatus, leadStatuses } from '../contract';
import type { useLeadFilter } from './use-lead-filter';

interface Props {
  filter: ReturnType<typeof useLeadFilter>;
  /** Number of matching leads; null while unknown. */
  total: number | null;
  isRefreshing: boolean;
  onRefresh: () => void;
}

const filterOptions = [...leadStatuses, 'suspect'] as const;

/** Search, status filter, count and refresh button above the list. */
export function LeadToolbar({ filter, total, isRefreshing, onRefresh }: Props) {
  return (
    <search className={toolbarStyles.toolbar}>
      <SearchField label="Search leads" value={filter.searchText} onChange={filter.setSearchText} />
      <select
        className={formStyles.input}
        value={filter.applied.status}
        onChange={(event) =>
          filter.change({
            status: filterOptions.find((one) => one === event.target.value) ?? '',
          })
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
