import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';
import type { ListedLead } from '../contract';
import { BulkBar } from './BulkBar';
import { LeadBoard } from './board/LeadBoard';
import { DeleteLeadDialog } from './DeleteLeadDialog';
import { type LeadExtensions, LeadStatusDialog } from './LeadStatusDialog';
import { LeadsHead } from './LeadsHead';
import { LeadsList } from './LeadsList';
import { LeadsFailed } from './LeadsStates';
import * as styles from './LeadsTab.module.css';
import { LeadsFoot, LeadToolbar } from './LeadToolbar';
import { buildListPath } from './lead-filter';
import { sumValues, useLeadStages, useLeadSummary, useLeads, useRefreshLeads } from './queries';
import { ShortcutsDialog } from './ShortcutsDialog';
import { useLeadFilter } from './use-lead-filter';
import { useLeadSelection } from './use-lead-selection';
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
  const [editing, setEditing] = useState<ListedLead | null>(null);
  const [deleting, setDeleting] = useState<ListedLead | null>(null);
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const section = useRef<HTMLElement>(null);

  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const selection = useLeadSelection(leads);
  const rowFocus = useRowFocus(section, leads, editing !== null || deleting !== null);
  useRowShortcuts(section, leads, {
    onEdit: setEditing,
    onSelect: ({ id }) => selection.select([id], !selection.selectedIds.has(id)),
    onShowKeys: () => setIsShowingKeys(true),
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

  function finishDeleting(lead: { id: string }) {
    rowFocus.moveToNeighbor(lead.id);
    // The owner may have closed the dialog and opened it for another lead.
    setDeleting((current) => (current?.id === lead.id ? null : current));
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
        <LeadsFailed error={list.error} isStale={list.data !== undefined} onRetry={refresh.all} />
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
          onEdit={setEditing}
          onDelete={setDeleting}
          onClearFilter={clearFilter}
        />
      )}
      <LeadsFoot suspected={summary.data?.suspected ?? 0} />
      {filter.view === 'table' && selection.selectedIds.size > 0 && (
        <BulkBar
          leads={leads.filter(({ id }) => selection.selectedIds.has(id))}
          onClear={selection.clear}
        />
      )}
      {editing && (
        <ErrorBoundary key={editing.id} name="The form" display="overlay">
          <LeadStatusDialog
            lead={editing}
            {...extensions}
            onSaved={() => rowFocus.moveToNeighbor(editing.id)}
            onClose={() => setEditing((open) => (open?.id === editing.id ? null : open))}
          />
        </ErrorBoundary>
      )}
      <DeleteLeadDialog
        lead={deleting}
        onDeleted={finishDeleting}
        onCancel={() => setDeleting(null)}
      />
      {isShowingKeys && <ShortcutsDialog onClose={() => setIsShowingKeys(false)} />}
    </section>
  );
}
