import { useRef, useState } from 'react';

/** Manages which of the shown items are selected. Items that are no longer shown don't count. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The item that was toggled last, where a range begins. */
  const lastToggled = useRef<string | null>(null);
  const selectedIds = ids.filter((id) => chosen.has(id));

  /** @param withRange whether to give all items since the last toggled one the same state */
  function toggle(id: string, withRange: boolean) {
    const isOn = !chosen.has(id);
    const from = withRange ? ids.indexOf(lastToggled.current ?? id) : -1;
    const to = ids.indexOf(id);
    const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastToggled.current = id;
    const next = new Set(selectedIds);
    for (const one of range) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    setChosen(next);
  }

  return {
    selectedIds,
    isSelected: (id: string) => chosen.has(id),
    toggle,
    selectAll: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
