import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/format-count';
import { formatTime } from '../../../../lib/format-date';
import { Button } from '../../../../ui/Button';
import * as layoutStyles from '../../../../ui/layout.module.css';
import type { LeadImport } from '../../csv/import-report';
import { formatDue, getDayNumber } from '../format-due';
import { leadsKey } from '../queries';
import * as styles from './Import.module.css';

interface Props {
  /** The import that is being undone. */
  undoingId: string | undefined;
  onUndo: (id: string, onUndone: () => void) => void;
}

/** Earlier imports. Each can be undone for a day. */
export function EarlierImports({ undoingId, onUndo }: Props) {
  const { data: imports = [] } = useQuery<LeadImport[]>({
    queryKey: [...leadsKey, 'imports'],
    staleTime: 0,
  });
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
              <b>{one.fileName ?? 'CSV file'}</b>
              <small>{describeImport(one)}</small>
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
                Undo until {formatEnd(new Date(one.undoUntil))}
                <span className={layoutStyles.visuallyHidden}>
                  {' '}
                  for {one.fileName ?? 'a CSV file'}
                </span>
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
  if (addedCount > 0) parts.push(`${addedCount.toLocaleString('en-US')} added to leads you had`);
  if (by) parts.push(`by ${by}`);
  return parts.join(', ');
}

/** Formats the end of a day that has begun: today or tomorrow. */
const formatEnd = (at: Date): string =>
  getDayNumber(at) === getDayNumber(new Date()) ? formatTime(at) : `tomorrow, ${formatTime(at)}`;
