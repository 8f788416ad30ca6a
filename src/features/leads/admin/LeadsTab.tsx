import { useEffect, useRef, useState } from 'react';
import * as layoutStyles from '../../../ui/layout.module.css';
import type { Lead } from '../contract';
import { DeleteLeadDialog } from './DeleteLeadDialog';
import { type LeadExtensions, LeadStatusDialog } from './LeadStatusDialog';
import { LeadsEmpty, LeadsFailed, LeadsMore } from './LeadsStates';
import * as styles from './LeadsTab.module.css';
import { LeadTable, LeadTablePlaceholder } from './LeadTable';
import { LeadToolbar } from './LeadToolbar';
import { useLeads, useRefreshLeads } from './queries';
import { useLeadFilter } from './use-lead-filter';
import { useRowFocus } from './use-row-focus';

/** Tab to find, read, update and delete leads. */
export function LeadsTab(extensions: LeadExtensions) {
  const filter = useLeadFilter();
  const list = useLeads(filter.applied);
  const refresh = useRefreshLeads();
  const [editing, setEditing] = useState<Lead | null>(null);
  const [deleting, setDeleting] = useState<Lead | null>(null);
  const section = useRef<HTMLElement>(null);

  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const rowFocus = useRowFocus(section, leads, editing !== null || deleting !== null);

  // Refresh the summary when the tab opens. The list refetches on mount.
  useEffect(() => {
    refresh.summary();
  }, []);

  function clearFilter() {
    filter.clear();
    section.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  }

  function finishDeleting(lead: Lead) {
    rowFocus.moveToNeighbor(lead.id);
    // The owner may have closed the dialog and opened it for another lead.
    setDeleting((current) => (current?.id === lead.id ? null : current));
  }

  async function showMore() {
    const { data, hasNextPage } = await list.fetchNextPage();
    // The button disappears with the last page, so move the focus to the first new row.
    if (!hasNextPage) rowFocus.moveTo(data?.leads[leads.length]?.id);
  }

  return (
    <section className={styles.tab} aria-labelledby="leads-heading" ref={section} tabIndex={-1}>
      <h2 id="leads-heading" className={layoutStyles.visuallyHidden}>
        Leads
      </h2>
      <LeadToolbar
        filter={filter}
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
        <LeadsEmpty isFiltered={filter.isActive} onClear={clearFilter} />
      )}
      {list.hasNextPage && leads.length > 0 && (
        <LeadsMore list={list} shownCount={leads.length} total={total} onMore={showMore} />
      )}
      {editing && (
        <LeadStatusDialog
          key={editing.id}
          lead={editing}
          {...extensions}
          onSaved={() => rowFocus.moveToNeighbor(editing.id)}
          onClose={() => setEditing((open) => (open?.id === editing.id ? null : open))}
        />
      )}
      <DeleteLeadDialog
        lead={deleting}
        onDeleted={finishDeleting}
        onCancel={() => setDeleting(null)}
      />
    </section>
  );
}
