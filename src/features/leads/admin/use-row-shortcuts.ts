import type { RefObject } from 'react';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { ListedLead } from '../contract';

interface Actions {
  /** The lead is undefined when no row has the focus. */
  onStatus: (lead: ListedLead | undefined) => void;
  onAssign: (lead: ListedLead | undefined) => void;
  onSelect: (lead: ListedLead) => void;
  onShowKeys: () => void;
  onView: (view: 'table' | 'board') => void;
}

/** Keyboard shortcuts of the list, for the selected leads or the row that has the focus. */
export function useRowShortcuts(
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
