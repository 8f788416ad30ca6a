import { type RefObject, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxBulkLeads } from '../contract';

/** The leads that are selected in a list. Those that leave the list are no longer selected. */
export function useLeadSelection(leads: readonly { id: string }[]) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const selectedIds = useMemo(
    () => new Set(leads.map(({ id }) => id).filter((id) => chosenIds.has(id))),
    [leads, chosenIds],
  );
  return {
    selectedIds,
    select(ids: readonly string[], isSelected: boolean) {
      const next = new Set(selectedIds);
      for (const id of ids) {
        if (!isSelected) next.delete(id);
        else if (next.size < maxBulkLeads) next.add(id);
      }
      setChosenIds(next);
    },
    clear: () => setChosenIds(new Set()),
  };
}

/** Lists of the bar of actions on the selected leads. */
export type BulkList = 'status' | 'assignee';

/**
 * Moves the focus between the selected rows and the bar of actions, which follows the rows in the
 * tab order.
 */
export function useBulkFocus(
  list: RefObject<HTMLElement | null>,
  selection: ReturnType<typeof useLeadSelection>,
) {
  function focusRow(): void {
    const id = [...selection.selectedIds].at(-1) ?? '';
    const link = `[data-row="${CSS.escape(id)}"] th a`;
    (list.current?.querySelector<HTMLElement>(link) ?? list.current)?.focus();
  }

  return {
    focusRow,
    /** Focuses a list of the bar. Without a selection, selects a lead first. */
    focusBar(name: BulkList, leadId: string | undefined): void {
      if (selection.selectedIds.size === 0) {
        if (leadId === undefined) return;
        flushSync(() => selection.select([leadId], true));
      }
      list.current?.querySelector<HTMLElement>(`[data-bulk="${name}"]`)?.focus();
    },
    /** Clears the selection. The bar goes away, and the focus that it had moves to a row. */
    clear(): void {
      flushSync(selection.clear);
      if (document.activeElement === document.body) focusRow();
    },
  };
}
