import { Link } from 'wouter';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import type { LeadImport } from '../../csv/import-contract';
import { formatDue, formatEnd } from '../format-due';
import { formatFileName } from '../labels';
import { buildListPath, noFilter } from '../lead-filter';
import { useImports } from '../queries';
import * as styles from './Import.module.css';

interface Props {
  /** The import that is being undone. */
  undoingId: string | undefined;
  onUndo: (id: string, onUndone: () => void) => void;
  /** Called when the owner goes to the leads of an import. */
  onLeave: () => void;
}

/** Earlier imports. Each can be undone for a day. */
export function EarlierImports({ undoingId, onUndo, onLeave }: Props) {
  const { data: imports = [] } = useImports();
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="earlier-imports">
      <div className={styles.title}>
        <h3 id="earlier-imports">Earlier imports</h3>
      </div>
      <ul className={styles.earlier}>
        {imports.map((one) => (
          // The row takes the focus of its button, which goes away.
          <li key={one.id} tabIndex={-1}>
            <p>
              <b>{formatFileName(one)}</b>
              <small>{describeImport(one)}</small>
              {one.leadCount > 0 && !one.undoneAt && (
                <Link href={buildListPath({ ...noFilter, import: one.id })} onClick={onLeave}>
                  See the {formatCount(one.leadCount, 'new lead')}
                  <span className={layoutStyles.visuallyHidden}> from {formatFileName(one)}</span>
                </Link>
              )}
            </p>
            {one.undoUntil ? (
              <Button
                variant="secondary"
                size="s"
                busy={undoingId === one.id}
                onClick={({ currentTarget }) => {
                  const row = currentTarget.closest('li');
                  onUndo(one.id, () => row?.focus());
                }}
              >
                Undo until {formatEnd(one.undoUntil)}
                <span className={layoutStyles.visuallyHidden}> for {formatFileName(one)}</span>
              </Button>
            ) : (
              <span>{one.undoneAt ? 'Undone' : 'Kept'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeImport({ createdAt, leadCount, addedCount, by }: LeadImport): string {
  const parts = [formatDue(createdAt), formatCount(leadCount, 'lead')];
  if (addedCount > 0) parts.push(`${formatNumber(addedCount)} added to leads you had`);
  if (by) parts.push(`by ${by}`);
  return parts.join(', ');
}
