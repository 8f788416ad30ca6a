import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useErrorToast } from '../../../../foundation/auth/admin/use-error-toast';
import { formatNumber } from '../../../../lib/format-count';
import { ChevronLeft, ChevronRight, Trash2 } from '../../../../ui/admin-icons';
import { IconButton } from '../../../../ui/Button';
import { ArrowLeft, Ellipsis, Keyboard } from '../../../../ui/desk-icons';
import type { LeadDetail } from '../../detail-contract';
import { useBulkChange } from '../desk-queries';
import { buildLeadPath, buildListPath, type LeadFilter } from '../lead-filter';
import { useLeads } from '../queries';
import * as styles from './LeadPage.module.css';
import type { LeadDialog } from './use-lead-dialogs';

interface Props {
  lead: LeadDetail;
  filter: LeadFilter;
  onOpen: (dialog: LeadDialog) => void;
}

/** Link back to the list, links to the neighboring leads, and the menu of the lead. */
export function LeadPath({ lead, filter, onOpen }: Props) {
  const list = useLeads(filter);
  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const index = leads.findIndex(({ id }) => id === lead.id);
  const isLast = index === leads.length - 1;

  // The next lead may be on the next page of the list.
  useEffect(() => {
    if (index !== -1 && isLast && list.hasNextPage && !list.isFetchingNextPage)
      void list.fetchNextPage();
  }, [index, isLast, list.hasNextPage, list.isFetchingNextPage, list.fetchNextPage]);

  // A lead that no longer matches the filter, such as one that was new, keeps its neighbors.
  const [neighbors, setNeighbors] = useState<Partial<Record<Direction, string>>>({});
  const [previous, next] = [leads[index - 1]?.id, leads[index + 1]?.id];
  if (index !== -1 && (neighbors.previous !== previous || neighbors.next !== next))
    setNeighbors({ previous, next });

  return (
    <div className={styles.path}>
      <Link href={buildListPath(filter)}>
        <ArrowLeft />
        Leads
      </Link>
      <span className={styles.spacer} />
      {index !== -1 && (
        <span
          className={styles.place}
        >{`${formatNumber(index + 1)} of ${formatNumber(total)}`}</span>
      )}
      <Neighbor go="previous" id={neighbors.previous} filter={filter} />
      <Neighbor go="next" id={neighbors.next} filter={filter} />
      <span className={styles.keyboardOnly}>
        <IconButton label="Keyboard shortcuts" onClick={() => onOpen('shortcuts')}>
          <Keyboard />
        </IconButton>
      </span>
      {lead.deletedAt === null && <LeadMenu lead={lead} onDelete={() => onOpen('delete')} />}
    </div>
  );
}

type Direction = 'previous' | 'next';

interface NeighborProps {
  go: Direction;
  id: string | undefined;
  filter: LeadFilter;
}

function Neighbor({ go, id, filter }: NeighborProps) {
  const label = go === 'next' ? 'Next lead' : 'Previous lead';
  const Icon = go === 'next' ? ChevronRight : ChevronLeft;
  if (id === undefined) {
    return (
      <IconButton label={label} disabled>
        <Icon />
      </IconButton>
    );
  }
  return (
    <Link
      className={styles.neighbor}
      href={buildLeadPath(id, filter)}
      data-go={go}
      aria-label={label}
    >
      <Icon />
    </Link>
  );
}

/** Menu of rare actions: mark as spam, delete. */
function LeadMenu({ lead, onDelete }: { lead: LeadDetail; onDelete: () => void }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const bulk = useBulkChange();
  const showError = useErrorToast();

  useEffect(() => {
    if (!isOpen) return undefined;
    function close(event: Event) {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      if (event.target instanceof Node && event.type === 'pointerdown') {
        if (menu.current?.contains(event.target)) return;
      }
      if (menu.current) menu.current.open = false;
      if (event instanceof KeyboardEvent) menu.current?.querySelector('summary')?.focus();
    }
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  function markAsSpam() {
    if (menu.current) menu.current.open = false;
    bulk.mutate(
      { ids: [lead.id], action: 'spam' },
      {
        onSuccess({ results: [result] }) {
          if (result && !result.ok) showError(null, result.message ?? undefined);
        },
      },
    );
  }

  return (
    <details
      ref={menu}
      className={styles.menu}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary aria-label="More actions">
        <Ellipsis />
      </summary>
      <div>
        {lead.suspect === null && (
          <button type="button" onClick={markAsSpam}>
            Mark as spam
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            if (menu.current) menu.current.open = false;
            onDelete();
          }}
        >
          <Trash2 />
          Delete
        </button>
      </div>
    </details>
  );
}
