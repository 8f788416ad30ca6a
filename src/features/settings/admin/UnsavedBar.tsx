import { formatCount } from '../../../lib/format-count';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as styles from './UnsavedBar.module.css';

interface Props {
  /** Labels of the changed fields. */
  labels: readonly string[];
  errorCount: number;
  busy: boolean;
  formId: string;
  onDiscard: () => void;
}

/** Maximum number of listed labels. */
const maxLabels = 4;

function describe(labels: readonly string[], errorCount: number): string {
  const hidden = labels.length - maxLabels;
  const names = labels.slice(0, maxLabels).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
  if (errorCount === 0) return `${names}.`;
  return `${names}. ${errorCount === 1 ? 'One needs' : `${errorCount} need`} your attention before saving.`;
}

/** Bar at the foot of the page: the unsaved changes, and the buttons to discard or save them. */
export function UnsavedBar({ labels, errorCount, busy, formId, onDiscard }: Props) {
  return (
    <section className={styles.unsaved} aria-label="Unsaved changes">
      <div className={`${layoutStyles.container} ${styles.unsavedContent}`}>
        <p role="status">
          <b>{`${formatCount(labels.length, 'change')} not saved`}</b>
          <small>{describe(labels, errorCount)}</small>
        </p>
        <Button variant="quiet" onClick={onDiscard} disabled={busy}>
          Discard
        </Button>
        <Button type="submit" form={formId} busy={busy}>
          {busy ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </section>
  );
}
