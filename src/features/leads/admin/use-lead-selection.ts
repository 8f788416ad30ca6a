import { useMemo, useState } from 'react';
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
