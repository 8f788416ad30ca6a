import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { LoadFailure } from '../../ui/QueryState';
import { useShortcuts } from '../../ui/use-shortcuts';
import type { ListedLead } from '../contract';
import { BulkBar } from './BulkBar';
import { LeadBoard } from './board/LeadBoard';
import { DeleteLeadDialog } from './DeleteLeadDialog';
import { type LeadExtensions, LeadStatusDialog } from './LeadStatusDialog';
import { LeadsHead } from './LeadsHead';
import { LeadsList } from './LeadsList';
import * as styles from './LeadsTab.module.css';
import { LeadsFoot, LeadToolbar } from './LeadToolbar';
import { buildListPath } from './lead-filter';
import { sumValues, useLeadStages, useLeadSummary, useLeads, useRefreshLeads } from './queries';
import { ShortcutsDialog } from './ShortcutsDialog';
import { useBulkFocus, useLeadSelection } from './use-bulk-focus';
import { useLeadFilter } from './use-lead-filter';
import { useRowFocus } from './use-row-focus';

/**
 * Opens the dialogs of the list.
 * @param onLeave called with the id of a lead that may disappear from the list
 */
function useListDialogs(extensions: LeadExtensions, onLeave: (id: string) => void) {
  const [editing, edit] = useState<ListedLead | null>(null);
  const [deleting, askToDelete] = useState<ListedLead | null>(null);
  const [isShowingKeys, setIsShowingKeys] = useState(false);

  return {
    isOpen: editing !== null || deleting !== null,
    edit,
    askToDelete,
    showKeys: () => setIsShowingKeys(true),
    elements: (
      <>
        {editing && (
          <ErrorBoundary key={editing.id} name="The form" display="overlay">
            <LeadStatusDialog
              lead={editing}
              {...extensions}
              onSaved={() => onLeave(editing.id)}
              onClose={() => edit((open) => (open?.id === editing.id ? null : open))}
            />
          </ErrorBoundary>
        )}
        <DeleteLeadDialog
          lead={deleting}
          onDeleted={({ id }) => {
            onLeave(id);
            // The owner may have closed the dialog and opened it for another lead.
            askToDelete((open) => (open?.id === id ? null : open));
          }}
          onCancel={() => askToDelete(null)}
        />
        {isShowingKeys && <ShortcutsDialog onClose={() => setIsShowingKeys(false)} />}
      </>
    ),
  };
}

interface Actions {
  /** The lead is undefined when no row has the focus. */
  onStatus: (lead: ListedLead | undefined) => void;
  onAssign: (lead: ListedLead | undefined) => void;
  onSelect: (lead: ListedLead) => void;
  onShowKeys: () => void;
  onView: (view: 'table' | 'board') => void;
}

/** Keyboard shortcuts of the list, for the selected leads or the row that has the focus. */
function useRowShortcuts(
  list: RefObject<HTMLElement | null>,
  leads: readonly ListedLead[],
  { onStatus, onAssign, onSelect, onShowKeys, onView }: Actions,
): void {
  const findIndex = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return leads.findIndex((lead) => lead.id === id);
  };

  function move(step: 1 | -1) {
    const index = findIndex();
    const target = leads[index === -1 ? 0 : index + step];
    if (!target) return;
    const link = `[data-row="${CSS.escape(target.id)}"] th a`;
    list.current?.querySelector<HTMLElement>(link)?.focus();
  }

  function findLead(): ListedLead | undefined {
    const lead = leads[findIndex()];
    return lead?.deletedAt === null ? lead : undefined;
  }

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    s: () => onStatus(findLead()),
    a: () => onAssign(findLead()),
    x: () => {
      const lead = findLead();
      if (lead) onSelect(lead);
    },
    '?': onShowKeys,
    1: () => onView('table'),
    2: () => onView('board'),
  });
}

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
