import { useEffect, useMemo, useRef, useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { getConflictMessage } from '../../../lib/http-client';
import { usePersistentText } from '../../../lib/release-reload';
import { ConfirmDelete } from '../../../ui/ConfirmDelete';
import * as layoutStyles from '../../../ui/layout.module.css';
import { useToast } from '../../../ui/toast';
import type { Lead } from '../contract';
import { type LeadExtensions, LeadStatusDialog } from './LeadStatusDialog';
import { LeadsEmpty, LeadsFailed, LeadsMore } from './LeadsStates';
import * as styles from './LeadsTab.module.css';
import { LeadTable, LeadTablePlaceholder } from './LeadTable';
import { LeadToolbar } from './LeadToolbar';
import { type LeadFilter, useLeadMutations, useLeads, useRefreshLeads } from './queries';
import { useDebounced } from './use-debounced';
import { useRowFocus } from './use-row-focus';

/** Debounce of the search. */
const searchDelayMs = 250;

/** Tab to find, read, update and delete leads. */
export function LeadsTab(extensions: LeadExtensions) {
  const [searchText, setSearchText] = usePersistentText('search-leads');
  const [status, setStatus] = useState<LeadFilter['status']>('');
  const q = useDebounced(searchText.trim(), searchDelayMs);
  const list = useLeads({ q, status });
  const refresh = useRefreshLeads();
  const { remove } = useLeadMutations();
  const toast = useToast();
  const [editing, setEditing] = useState<Lead | null>(null);
  const [deleting, setDeleting] = useState<Lead | null>(null);
  const section = useRef<HTMLElement>(null);

  const leads = useMemo(() => list.data?.pages.flatMap((page) => page.leads) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const moveFocus = useRowFocus(section, leads, editing !== null || deleting !== null);

  // Refresh the summary when the tab opens. The list refetches on mount.
  useEffect(() => {
    refresh.summary();
  }, []);

  function clearFilter() {
    setSearchText('');
    setStatus('');
    section.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }

  function findNeighborId(lead: Lead): string | undefined {
    const index = leads.findIndex((one) => one.id === lead.id);
    return (leads[index + 1] ?? leads[index - 1])?.id;
  }

  async function confirmDelete(lead: Lead) {
    const neighborId = findNeighborId(lead);
    try {
      await remove.mutateAsync(lead.id);
    } catch (error) {
      if (isSessionExpired(error)) return;
      const description = getConflictMessage(error, 'Failed to delete. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
      return;
    }
    toast({ title: 'Deleted successfully' });
    moveFocus(neighborId, lead.id);
    setDeleting((current) => (current?.id === lead.id ? null : current));
  }

  async function showMore() {
    const { data, hasNextPage } = await list.fetchNextPage();
    // The button disappears with the last page, so move the focus to the first new row.
    if (!hasNextPage) moveFocus(data?.pages.flatMap((page) => page.leads)[leads.length]?.id);
  }

  return (
    <section className={styles.tab} aria-labelledby="leads-heading" ref={section} tabIndex={-1}>
      <h2 id="leads-heading" className={layoutStyles.visuallyHidden}>
        Leads
      </h2>
      <LeadToolbar
        searchText={searchText}
        onSearch={setSearchText}
        status={status}
        onStatus={setStatus}
        total={list.data ? total : null}
        isRefreshing={list.isRefetching}
        onRefresh={refresh.all}
      />
      {list.isError && !list.isFetchNextPageError && (
        <LeadsFailed error={list.error} isStale={list.data !== undefined} onRetry={refresh.all} />
      )}
      {list.isPending && <LeadTablePlaceholder />}
      {leads.length > 0 && (
        <LeadTable
          leads={leads}
          total={total}
          isWaiting={list.isPlaceholderData}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      )}
      {list.data && leads.length === 0 && (
        <LeadsEmpty isFiltered={q !== '' || status !== ''} onClear={clearFilter} />
      )}
      {list.hasNextPage && leads.length > 0 && (
        <LeadsMore
          shownCount={leads.length}
          total={total}
          isPending={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={showMore}
        />
      )}
      {editing && (
        <LeadStatusDialog
          key={editing.id}
          lead={editing}
          {...extensions}
          onSaved={() => moveFocus(findNeighborId(editing), editing.id)}
          onClose={() => setEditing((open) => (open?.id === editing.id ? null : open))}
        />
      )}
      <ConfirmDelete
        name={deleting ? deleting.companyName : null}
        note="A deleted lead can’t be restored: its message, calls and history are erased immediately. Only the date and who deleted it stay on record."
        pending={remove.isPending && remove.variables === deleting?.id}
        onConfirm={() => deleting && confirmDelete(deleting)}
        onCancel={() => setDeleting(null)}
      />
    </section>
  );
}
