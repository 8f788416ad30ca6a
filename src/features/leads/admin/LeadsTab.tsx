import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import { LoadFailure } from '../../../ui/LoadFailure';
import { BulkBar } from './BulkBar';
import { LeadBoard } from './board/LeadBoard';
import type { LeadExtensions } from './LeadStatusDialog';
import { LeadsHead } from './LeadsHead';
import { LeadsList } from './LeadsList';
import * as styles from './LeadsTab.module.css';
import { LeadsFoot, LeadToolbar } from './LeadToolbar';
import { buildListPath } from './lead-filter';
import { sumValues, useLeadStages, useLeadSummary, useLeads, useRefreshLeads } from './queries';
import { useBulkFocus } from './use-bulk-focus';
import { useLeadFilter } from './use-lead-filter';
import { useLeadSelection } from './use-lead-selection';
import { useListDialogs } from './use-list-dialogs';
import { useRowFocus } from './use-row-focus';
import { useRowShortcuts } from './use-row-shortcuts';

/** Tab to find, read, update and delete leads. */
export function LeadsTab(extensions: LeadExtensions) {
  const filter = useLeadFilter();
  const list = useLeads(filter.applied);
  const stages = useLeadStages(filter.applied);
  const summary = useLeadSummary();
  const refresh = useRefreshLeads();
  const [, navigate] = useLocation();
  const section = useRef<HTMLElement>(null);

  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const selection = useLeadSelection(leads);
  const dialogs = useListDialogs(extensions, (id) => rowFocus.moveToNeighbor(id));
  const rowFocus = useRowFocus(section, leads, dialogs.isOpen);
  const bulkFocus = useBulkFocus(section, selection);
  useRowShortcuts(section, leads, {
    onStatus: (lead) => {
      if (selection.selectedIds.size > 0) bulkFocus.focusBar('status', undefined);
      else if (lead) dialogs.edit(lead);
    },
    onAssign: (lead) => bulkFocus.focusBar('assignee', lead?.id),
    onSelect: ({ id }) => selection.select([id], !selection.selectedIds.has(id)),
    onShowKeys: dialogs.showKeys,
    onView: (view) => navigate(buildListPath(filter.applied, view)),
  });

  // Refresh the summary when the tab opens. The list refetches on mount.
  useEffect(() => {
    refresh.summary();
  }, []);

  function clearFilter() {
    filter.clear();
    section.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }

  return (
    <section className={styles.tab} aria-labelledby="leads-heading" ref={section} tabIndex={-1}>
      <LeadsHead filter={filter.applied} view={filter.view} />
      <LeadToolbar
        filter={filter}
        total={list.data ? total : null}
        value={stages.data ? sumValues(stages.data) : null}
        isRefreshing={list.isRefetching}
        onRefresh={refresh.all}
      />
      {list.isError && !list.isFetchNextPageError && (
        <LoadFailure name="Leads" query={list} onRetry={refresh.all} className={styles.message} />
      )}
      {filter.view === 'board' ? (
        <ErrorBoundary name="The board">
          <LeadBoard filter={filter.applied} />
        </ErrorBoundary>
      ) : (
        <LeadsList
          list={list}
          filter={filter}
          selection={selection}
          onFocusRow={rowFocus.moveTo}
          onEdit={dialogs.edit}
          onDelete={dialogs.askToDelete}
          onClearFilter={clearFilter}
        />
      )}
      <LeadsFoot summary={summary.data} isDeletedList={filter.applied.deleted === 'true'} />
      {filter.view === 'table' && selection.selectedIds.size > 0 && (
        <BulkBar
          leads={leads.filter(({ id }) => selection.selectedIds.has(id))}
          onClear={bulkFocus.clear}
          onLeave={bulkFocus.focusRow}
        />
      )}
      {dialogs.elements}
    </section>
  );
}
