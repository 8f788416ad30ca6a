import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { formatNumber } from '../../lib/format-number';
import { Button } from '../../ui/Button';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { useSelection } from '../../ui/list/selection';
import {
  type FocusRequest,
  findInRow,
  findNeighbor,
  useListFocus,
} from '../../ui/list/use-list-focus';
import { MessageBox } from '../../ui/MessageBox';
import { LoadFailure } from '../../ui/QueryState';
import * as textStyles from '../../ui/styles/text.module.css';
import { useShortcuts } from '../../ui/use-shortcuts';
import { type ListedLead, maxBulkLeads } from '../contract';
import { LeadBoard } from './board/LeadBoard';
import { mapStatusKeys } from './labels';
import { sumValues, useLeadStages, useLeadSummary, useLeads, useRefreshLeads } from './queries';
import { ShortcutsDialog } from './ShortcutsDialog';
import { type LeadExtensions, LeadStatusDialog } from './status/LeadStatusDialog';
import { type BulkList, useStatusChange } from './status/status-controls';
import { BulkBar } from './table/BulkBar';
import { ExportDialog, exportLeads } from './table/ExportDialog';
import { LeadTable, LeadTablePlaceholder } from './table/LeadTable';
import * as styles from './table/LeadTable.module.css';
import { LeadsFoot, LeadsHead, LeadToolbar, views } from './table/LeadToolbar';
import { buildListPath, useLeadFilter } from './table/lead-filter';
import { useLeadDeletion } from './use-lead-deletion';

/**
 * Opens the dialogs of the list.
 * @param onLeave called with the id of a lead that may disappear from the list
 */
function useListDialogs(extensions: LeadExtensions, onLeave: (id: string) => void) {
  const [editing, edit] = useState<ListedLead | null>(null);
  const deletion = useLeadDeletion(onLeave);
  const [isShowingKeys, setIsShowingKeys] = useState(false);

  return {
    isOpen: editing !== null || deletion.isOpen,
    edit,
    askToDelete: deletion.ask,
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
        {deletion.dialog}
        {isShowingKeys && <ShortcutsDialog onClose={() => setIsShowingKeys(false)} />}
      </>
    ),
  };
}

/** Returns the row that has the focus, and a function that moves the focus to the next one. */
function useFocusedRow(list: RefObject<HTMLElement | null>, leads: readonly ListedLead[]) {
  function findIndex() {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    return leads.findIndex(({ id }) => id === row?.dataset.row);
  }
  return {
    find(): ListedLead | undefined {
      const lead = leads[findIndex()];
      return lead?.deletedAt === null ? lead : undefined;
    },
    move(step: 1 | -1) {
      const index = findIndex();
      const target = leads[index === -1 ? 0 : index + step];
      if (target) findInRow(list.current, target.id, 'th a')?.focus();
    },
  };
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
  const ids = leads.map(({ id }) => id);
  const selection = useSelection(ids, maxBulkLeads);
  const { selectedIds } = selection;
  const selected = leads.filter(({ id }) => selectedIds.includes(id));
  const [isExporting, setIsExporting] = useState(false);
  const [request, setRequest] = useState<FocusRequest | null>(null);
  const focusIfLost = (id: string | undefined, removedId?: string) =>
    setRequest({
      id,
      controls: ['edit', 'restore'],
      isFallback: true,
      ...(removedId !== undefined && { removedId }),
    });
  const dialogs = useListDialogs(extensions, (id) => focusIfLost(findNeighbor(ids, [id]), id));
  useListFocus(section, { request, ids, isPaused: dialogs.isOpen });

  function focusSelected() {
    const id = selectedIds.at(-1) ?? '';
    (findInRow(section.current, id, 'th a') ?? section.current)?.focus();
  }

  /** Focuses a list of the bar, which follows the rows. Without a selection, selects a lead first. */
  function focusBar(name: BulkList, lead?: ListedLead) {
    if (selectedIds.length === 0) {
      if (!lead) return;
      flushSync(() => selection.set([lead.id], true));
    }
    section.current?.querySelector<HTMLElement>(`[data-bulk="${name}"]`)?.focus();
  }

  /** Deselects leads. After the last one the bar goes away, and the focus that it had moves to a row. */
  function deselect(changedIds: readonly string[]) {
    flushSync(() => selection.set(changedIds, false));
    if (document.activeElement === document.body) focusSelected();
  }

  const status = useStatusChange();
  const focused = useFocusedRow(section, leads);
  const runOnFocused = (run: (lead: ListedLead) => void) => {
    const lead = focused.find();
    if (lead) run(lead);
  };
  useShortcuts({
    j: () => focused.move(1),
    k: () => focused.move(-1),
    s: () => {
      if (selectedIds.length > 0) focusBar('status');
      else
        runOnFocused(({ id }) =>
          findInRow(section.current, id, '[data-control="status"] button')?.focus(),
        );
    },
    a: () => focusBar('assignee', focused.find()),
    z: () =>
      runOnFocused(({ id }) => findInRow(section.current, id, '[data-control="put-off"]')?.click()),
    x: () => runOnFocused(({ id }) => selection.toggle(id)),
    '?': dialogs.showKeys,
    ...mapStatusKeys((value, index) => {
      const lead = focused.find();
      const view = views[index];
      if (lead) status.change(lead, value);
      else if (view !== undefined) navigate(buildListPath({ ...filter.applied, view }));
    }),
  });

  // Refresh the summary when the tab opens. The list refetches on mount.
  useEffect(() => {
    refresh.summary();
  }, []);

  function clearFilter() {
    filter.clear();
    section.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }

  async function showMore() {
    const { data, hasNextPage } = await list.fetchNextPage();
    // The button disappears with the last page, so move the focus to the first new row.
    if (!hasNextPage) focusIfLost(data?.leads[leads.length]?.id);
  }

  function exportOrAsk() {
    if (filter.isActive || selected.length > 0) setIsExporting(true);
    else exportLeads(filter.applied);
  }

  const table = (
    <>
      {list.isPending && <LeadTablePlaceholder />}
      {leads.length > 0 && (
        <LeadTable
          leads={leads}
          filter={filter.applied}
          total={total}
          isWaiting={list.isPlaceholderData}
          selection={selection}
          onSort={(sort) => filter.change({ sort })}
          onEdit={dialogs.edit}
          onStatus={status.change}
          onDelete={dialogs.askToDelete}
        />
      )}
      {list.data && leads.length === 0 && (
        <LeadsEmpty isFiltered={filter.isActive} onClear={clearFilter} />
      )}
      {list.hasNextPage && leads.length > 0 && <LeadsMore list={list} onMore={showMore} />}
    </>
  );

  return (
    <section className={styles.tab} aria-labelledby="leads-heading" ref={section} tabIndex={-1}>
      <LeadsHead filter={filter.applied} onExport={exportOrAsk} />
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
      {filter.applied.view === 'board' ? (
        <ErrorBoundary name="The board">
          <LeadBoard filter={filter.applied} />
        </ErrorBoundary>
      ) : (
        table
      )}
      <LeadsFoot summary={summary.data} isDeletedList={filter.applied.deleted === 'true'} />
      {filter.applied.view === '' && selectedIds.length > 0 && (
        <BulkBar
          leads={selected}
          onExport={() => setIsExporting(true)}
          onDeselect={deselect}
          onLeave={focusSelected}
        />
      )}
      {dialogs.elements}
      {status.dialog}
      {isExporting && (
        <ExportDialog
          filter={filter.applied}
          total={list.data ? total : null}
          selected={selected}
          onClose={() => setIsExporting(false)}
        />
      )}
    </section>
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
  list: ReturnType<typeof useLeads>;
  onMore: () => void;
}

/** Count and "Show more" below a partly loaded list. */
function LeadsMore({ list, onMore }: LeadsMoreProps) {
  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const hasFailed = list.isFetchNextPageError;
  return (
    <div className={styles.more}>
      <p className={textStyles.meta} role="status">
        {hasFailed
          ? 'More leads could not be loaded.'
          : `Showing ${formatNumber(leads.length)} of ${formatNumber(total)}`}
      </p>
      <Button variant="secondary" busy={list.isFetchingNextPage} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
