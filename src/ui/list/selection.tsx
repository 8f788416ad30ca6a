import { useRef, useState } from 'react';
import * as formStyles from '../form/form.module.css';
import * as layoutStyles from '../styles/layout.module.css';

/**
 * Manages which items of a list are selected. Those that leave the list are no longer selected.
 * @param ids the shown items, in order
 * @param max maximum number of selected items
 */
export function useSelection(ids: readonly string[], max = Number.POSITIVE_INFINITY) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The item that was toggled last, where a range begins. */
  const lastToggled = useRef<string | null>(null);
  const selectedIds = ids.filter((id) => chosen.has(id));
  const selected = new Set(selectedIds);

  function set(changed: readonly string[], isSelected: boolean): void {
    setChosen((now) => {
      // An action that ends late calls this from an old render: what was chosen since then stays.
      const next = new Set([...now].filter((id) => selected.has(id) || !chosen.has(id)));
      for (const id of changed) {
        if (!isSelected) next.delete(id);
        else if (next.size < max) next.add(id);
      }
      return next;
    });
  }

  return {
    selectedIds,
    isSelected: (id: string) => chosen.has(id),
    set,
    /** @param withRange whether to give all items since the last toggled one the same state */
    toggle(id: string, withRange = false): void {
      const from = withRange ? ids.indexOf(lastToggled.current ?? id) : -1;
      const to = ids.indexOf(id);
      const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      lastToggled.current = id;
      set(range, !chosen.has(id));
    },
    selectAll: () => set(ids, true),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;

interface Props {
  id: string;
  label: string;
  selection: Pick<Selection, 'isSelected' | 'toggle'>;
  className?: string | undefined;
}

/** Selects an item of a list; with Shift, all since the last one. */
export function SelectBox({ id, label, selection, className = '' }: Props) {
  return (
    <label className={`${formStyles.checkbox} ${className}`} data-control="select">
      <span className={layoutStyles.visuallyHidden}>{label}</span>
      <input
        type="checkbox"
        checked={selection.isSelected(id)}
        // The click, because a change does not say whether Shift is pressed.
        onClick={(event) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}
