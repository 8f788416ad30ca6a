import type { ListedLead } from '../contract';
import { LeadsEmpty, LeadsMore } from './LeadsStates';
import { LeadTable } from './LeadTable';
import { LeadTablePlaceholder } from './LeadTablePlaceholder';
import type { useLeads } from './queries';
import type { useLeadFilter } from './use-lead-filter';
import type { useLeadSelection } from './use-lead-selection';

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
