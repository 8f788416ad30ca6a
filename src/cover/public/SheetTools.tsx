import { Button, IconButton } from '../../ui/Button';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { useToast } from '../../ui/toast/toast';
import { formatHours } from '../plan-words';
import { cellMinutes, cellsPerWeek } from '../week';
import { copyMonday, isPainted, markPreset, presets, togglePainted } from './paint';
import * as styles from './SheetTools.module.css';
import { Trash2, Undo2 } from './sheet-icons';
import type { DeskHours } from './use-desk-hours';

interface Props {
  deskHours: DeskHours;
  deskName: string;
}

/** Hours that are painted in one step, and the way back. */
export function SheetTools({ deskHours, deskName }: Props) {
  const { painted, open, paint, undo, canUndo } = deskHours;
  const showToast = useToast();
  const minutes = painted.reduce((sum, value) => sum + value, 0) * cellMinutes;

  function clear() {
    paint(new Uint8Array(cellsPerWeek));
    showToast({
      title: `${deskName} cleared`,
      description: formatHours(minutes),
      action: { label: 'Undo', run: deskHours.createRestore() },
    });
  }

  return (
    <fieldset className={styles.tools}>
      <legend className={layoutStyles.visuallyHidden}>Paint in one step</legend>
      {presets.map((preset) => {
        const marked = markPreset(preset, open);
        return (
          <Button
            key={preset.name}
            variant="secondary"
            size="s"
            aria-pressed={isPainted(painted, marked)}
            disabled={!marked.includes(1)}
            onClick={() => paint(togglePainted(painted, marked))}
          >
            {preset.name}
          </Button>
        );
      })}
      <Button variant="secondary" size="s" onClick={() => paint(copyMonday(painted, open))}>
        Copy Monday to weekdays
      </Button>
      {/* Not `disabled`: a disabled button loses the keyboard focus. */}
      <IconButton label="Undo" title="Undo" aria-disabled={!canUndo} onClick={undo}>
        <Undo2 />
      </IconButton>
      <IconButton
        label={`Clear ${deskName}`}
        title="Clear"
        aria-disabled={minutes === 0}
        onClick={minutes > 0 ? clear : undefined}
      >
        <Trash2 />
      </IconButton>
    </fieldset>
  );
}
