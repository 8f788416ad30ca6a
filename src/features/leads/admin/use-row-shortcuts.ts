import type { RefObject } from 'react';
import type { ListedLead } from '../contract';
import { useShortcuts } from './use-shortcuts';

interface Actions {
  onEdit: (lead: ListedLead) => void;
  onSelect: (lead: ListedLead) => void;
  onShowKeys: () => void;
  onView: (view: 'table' | 'board') => void;
}

/** Keyboard shortcuts of the list: they concern the row that has the focus. */
export function useRowShortcuts(
  list: RefObject<HTMLElement | null>,
  leads: readonly ListedLead[],
  { onEdit, onSelect, onShowKeys, onView }: Actions,
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

  const withLead = (run: (lead: ListedLead) => void) => () => {
    const lead = leads[findIndex()];
    if (lead && lead.deletedAt === null) run(lead);
  };

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    s: withLead(onEdit),
    x: withLead(onSelect),
    '?': onShowKeys,
    1: () => onView('table'),
    2: () => onView('board'),
  });
}
