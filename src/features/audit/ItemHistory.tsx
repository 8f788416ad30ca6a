import { useState } from 'react';
import { formatMoment } from '../../lib/format-date';
import { Button } from '../../ui/Button';
import type { AuditEntry } from './audit-entry';
import { changesOf, type Describe, fieldName } from './changes';
import { HistoryChange } from './HistoryChange';
import { HistoryFailure, HistoryWait } from './HistoryStates';
import { useHistory } from './history-queries';
import { RestoreQuestion, type Version } from './RestoreQuestion';
import './item-history.css';

interface Props {
  /** Last segment of the list's address: "talents". */
  path: string;
  id: string;
  /** What one item is called: "Talent". */
  label: string;
  /** The fields' names where their own, in words, would not do. */
  names?: Record<string, string>;
  /** Values in words. */
  describe?: Describe;
  /** What happened besides changes of the item's fields, in words; undefined for such a change. */
  tell?: (entry: AuditEntry) => string | undefined;
  /** What restoring a version would lose besides, as a sentence. */
  loses?: string | undefined;
  /** Gets the item after a version was brought back. Without it, versions are only shown. */
  onRestored?: (item: unknown) => void;
}

/** Who changed what of an item and when, folded up; it is read when it is opened. */
export function ItemHistory(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="hist" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {open && <Entries {...props} />}
    </details>
  );
}

function Entries({ path, id, label, names = {}, describe, tell, loses, onRestored }: Props) {
  const history = useHistory(path, id);
  const [version, setVersion] = useState<Version | null>(null);

  if (history.isPending) return <HistoryWait what="history" />;
  if (!history.data) return <HistoryFailure what="history" query={history} />;

  const entries = history.data.pages.flatMap((page) => page.items);
  const oldest = entries.at(-1);
  if (!oldest) return <p className="hist-w">No changes yet.</p>;
  const nameOf = (field: string) => names[field] ?? fieldName(field);

  return (
    <>
      <ol className="hist-es">
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            nameOf={nameOf}
            describe={describe}
            told={tell?.(entry)}
            isCurrent={index === 0}
            onRestore={onRestored && setVersion}
          />
        ))}
        {/* The version from before the record begins has no entry of its own. */}
        {onRestored && !history.hasNextPage && oldest.before && (
          <li>
            <div className="hist-h">
              <p>
                <b>As it was before</b>
              </p>
              <RestoreButton
                version={{
                  entryId: oldest.id,
                  side: 'before',
                  name: `from before ${formatMoment(oldest.at)}`,
                }}
                onRestore={setVersion}
              />
            </div>
          </li>
        )}
      </ol>
      {history.hasNextPage && (
        <Button
          variant="secondary"
          size="s"
          busy={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Show older
        </Button>
      )}
      {onRestored && (
        <RestoreQuestion
          path={path}
          id={id}
          label={label}
          version={version}
          loses={loses}
          onClose={() => setVersion(null)}
          onRestored={onRestored}
        />
      )}
    </>
  );
}

const actions = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
} as const;

interface EntryProps {
  entry: AuditEntry;
  nameOf: (field: string) => string;
  describe: Describe | undefined;
  /** What happened, where it is no change of fields: then it is no version either. */
  told: string | undefined;
  /** Whether it led to what is stored now. */
  isCurrent: boolean;
  onRestore: ((version: Version) => void) | undefined;
}

function Entry({ entry, nameOf, describe, told, isCurrent, onRestore }: EntryProps) {
  const { id, action, at, by } = entry;
  const changes = told === undefined ? changesOf(entry, describe) : [];
  const side = entry.after ? 'after' : 'before';
  return (
    <li>
      <div className="hist-h">
        <p>
          <b>{told ?? actions[action]}</b> {told && <br />}
          {by && `by ${by}, `}
          <time dateTime={at}>{formatMoment(at)}</time>
        </p>
        {onRestore &&
          told === undefined &&
          (isCurrent ? (
            <span className="hist-now">Current version</span>
          ) : (
            <RestoreButton
              version={{ entryId: id, side, name: `of ${formatMoment(at)}` }}
              onRestore={onRestore}
            />
          ))}
      </div>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <HistoryChange key={change.field} name={nameOf(change.field)} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function RestoreButton({
  version,
  onRestore,
}: {
  version: Version;
  onRestore: (version: Version) => void;
}) {
  return (
    <button
      type="button"
      className="hist-r"
      aria-label={`Restore this version, ${version.name}`}
      onClick={() => onRestore(version)}
    >
      Restore this version
    </button>
  );
}
