import * as formStyles from '../form/form.module.css';
import * as layoutStyles from '../styles/layout.module.css';
import type { Selection } from './use-selection';

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
