import { formatNumber } from '../../lib/format-number';
import { Button } from '../../ui/Button';
import { MessageBox } from '../../ui/MessageBox';
import * as textStyles from '../../ui/text.module.css';
import type { ListedLead } from '../contract';
import * as styles from './LeadsTab.module.css';
import { LeadTable } from './LeadTable';
import { LeadTablePlaceholder } from './LeadTablePlaceholder';
import type { useLeads } from './queries';
import type { useLeadSelection } from './use-bulk-focus';
import type { useLeadFilter } from './use-lead-filter';

interface Props {
  list: ReturnType<typeof useLeads>;
  filter: ReturnType<typeof useLeadFilter>;
  selection: ReturnType<typeof useLeadSelection>;
  /** Called to focus a row that is not rendered yet. */
  onFocusRow: (id: string | undefined) => void;
  onEdit: (lead: ListedLead) => void;
  onDelete: (lead: ListedLead) => void;
  onClearFilter: () => void;
}

/** The table of leads, or its loading, empty or error state. */
export function LeadsList(props: Props) {
  const { list, filter, selection, onFocusRow } = props;
  const { leads, total } = list.data ?? { leads: [], total: 0 };

  async function showMore() {
    const { data, hasNextPage } = await list.fetchNextPage();
    // The button disappears with the last page, so move the focus to the first new row.
    if (!hasNextPage) onFocusRow(data?.leads[leads.length]?.id);
  }

  return (
    <>
      {list.isPending && <LeadTablePlaceholder />}
      {leads.length > 0 && (
        <LeadTable
          leads={leads}
          filter={filter.applied}
          total={total}
          isWaiting={list.isPlaceholderData}
          selectedIds={selection.selectedIds}
          onSelect={selection.select}
          onSort={(sort) => filter.change({ sort })}
          onEdit={props.onEdit}
          onDelete={props.onDelete}
        />
      )}
      {list.data && leads.length === 0 && (
        <LeadsEmpty isFiltered={filter.isActive} onClear={props.onClearFilter} />
      )}
      {list.hasNextPage && leads.length > 0 && (
        <LeadsMore list={list} shownCount={leads.length} total={total} onMore={showMore} />
      )}
    </>
  );
}

/** Empty state: no leads, or none that match. */
function LeadsEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <MessageBox heading={isFiltered ? 'No leads match' : 'No leads yet'} className={styles.message}>
      <p>
        {isFiltered
          ? 'Try another search, or show all statuses.'
          : 'Every inquiry sent from the site appears here, newest first.'}
      </p>
      {isFiltered && (
        <Button variant="secondary" onClick={onClear}>
          Show all leads
        </Button>
      )}
    </MessageBox>
  );
}

interface LeadsMoreProps {
  list: { isFetchingNextPage: boolean; isFetchNextPageError: boolean };
  shownCount: number;
  total: number;
  onMore: () => void;
}

/** Count and "Show more" below a partly loaded list. */
function LeadsMore({ list, shownCount, total, onMore }: LeadsMoreProps) {
  const hasFailed = list.isFetchNextPageError;
  return (
    <div className={styles.more}>
      <p className={`${textStyles.meta} ${textStyles.tabularNumbers}`} role="status">
        {hasFailed
          ? 'More leads could not be loaded.'
          : `Showing ${formatNumber(shownCount)} of ${formatNumber(total)}`}
      </p>
      <Button variant="secondary" busy={list.isFetchingNextPage} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
