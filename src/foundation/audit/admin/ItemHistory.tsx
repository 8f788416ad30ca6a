import { type ComponentProps, useRef, useState } from 'react';
import { formatDateTime } from '../../../lib/time/format-date';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { QueryState, ShowMore, Skeleton } from '../../../ui/QueryState';
import { useToast } from '../../../ui/toast/toast';
import type { ToastInput } from '../../../ui/toast/toast-context';
import { useErrorToast } from '../../auth/admin/SessionProvider';
import type { AuditEntry } from '../contract';
import { type FormatValue, formatFieldLabel, isRestorable, listChanges } from './changes';
import { HistoryChange } from './HistoryChange';
import * as styles from './ItemHistory.module.css';
import { useHistory, useRestoreVersion } from './queries';

/** A version of an item: before or after an entry of its history. */
interface HistoryVersion {
  entryId: string;
  side: 'before' | 'after';
  /** Name for use in a sentence: "of Mar 18, 9:12 am". */
  name: string;
}

/**
 * Called with the item after a version was restored.
 * @param isAsking whether the question was still open, so that the form beneath can't have been
 * edited meanwhile; otherwise, what was typed there must stay
 */
type OnRestored<T> = (item: T, isAsking: boolean) => void;

interface RestoreDialogProps<T> {
  path: string;
  id: string;
  label: string;
  /** Null while the dialog is closed. */
  version: HistoryVersion | null;
  /** True when visitors see the item. */
  isOnSite: boolean;
  restoreWarning: string | undefined;
  describeRestored: ((item: T) => Partial<ToastInput> | undefined) | undefined;
  onClose: () => void;
  onRestored: OnRestored<T>;
}

/** Confirms and restores a version. */
function RestoreDialog<T>({
  path,
  id,
  label,
  version,
  isOnSite,
  restoreWarning,
  describeRestored,
  onClose,
  onRestored,
}: RestoreDialogProps<T>) {
  const restore = useRestoreVersion<T>(path, id);
  const toast = useToast();
  const showError = useErrorToast();
  const latestVersion = useRef(version);
  latestVersion.current = version;

  async function confirm() {
    if (!version) return;
    const { entryId, side } = version;
    let item: T;
    try {
      item = await restore.mutateAsync({ entryId, side });
    } catch (failure) {
      onClose();
      showError(failure);
      return;
    }
    toast({ title: 'Version restored', ...describeRestored?.(item) });
    const isAsking = latestVersion.current === version;
    onClose();
    onRestored(item, isAsking);
  }

  return (
    <ConfirmDialog
      open={version !== null}
      title="Restore this version?"
      description={[
        `The ${label.toLowerCase()} goes back to the version ${version?.name}${isOnSite ? ', on the site too' : ''}.`,
        'The current version stays in its history.',
        restoreWarning,
      ]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={restore.isPending ? 'Restoring...' : 'Restore'}
      isBusy={restore.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

interface ItemHistoryProps<T> {
  /** Last segment of the list's URL: "talents". */
  path: string;
  id: string;
  /** Singular name of an item: "Talent". */
  label: string;
  /** Labels of fields whose name does not make a good label. */
  fieldNames?: Record<string, string>;
  /** Formats values for display. */
  formatValue?: FormatValue;
  /** Describes events other than field changes; undefined for field changes. */
  describeEvent?: (entry: AuditEntry) => string | undefined;
  /** Sentence about what else restoring a version would lose. */
  restoreWarning?: string | undefined;
  /** Says in the toast what else a restore has changed, or that it has changed nothing. */
  describeRestored?: (item: T) => Partial<ToastInput> | undefined;
  /** Without it, versions are read-only. */
  onRestored?: OnRestored<T>;
}

/** Collapsed history of an item. Loads when it is opened. */
export function ItemHistory<T>(props: ItemHistoryProps<T>) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>History</summary>
      {open && <HistoryEntries {...props} />}
    </details>
  );
}

/** The entries of an item's history, newest first. */
export function HistoryEntries<T>({
  path,
  id,
  label,
  fieldNames = {},
  formatValue,
  describeEvent,
  restoreWarning,
  describeRestored,
  onRestored,
}: ItemHistoryProps<T>) {
  const history = useHistory(path, id);
  const [version, setVersion] = useState<HistoryVersion | null>(null);

  if (!history.data) return <HistoryState subject="history" query={history} />;

  const entries = history.data.pages.flatMap((page) => page.items);
  const oldest = entries.at(-1);
  if (!oldest) return <p className={styles.state}>No changes yet.</p>;
  const getFieldName = (field: string) => fieldNames[field] ?? formatFieldLabel(field);
  const current = entries[0]?.after ?? null;
  const plans = ['pending', 'publishAt', 'unpublishAt'].flatMap((field) => {
    const value = current?.[field];
    return value ? `${getFieldName(field)}: ${formatValue?.(field, value)}.` : [];
  });

  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry, index) => (
          <Entry
            key={entry.id}
            entry={entry}
            getFieldName={getFieldName}
            formatValue={formatValue}
            eventText={describeEvent?.(entry)}
            isCurrent={index === 0}
            current={current}
            onRestore={onRestored && setVersion}
          />
        ))}
        {/* The version before the first entry has no entry of its own. */}
        {onRestored && !history.hasNextPage && oldest.before && (
          <li>
            <div className={styles.header}>
              <p>
                <b>As it was before</b>
              </p>
              <RestoreButton
                version={{
                  entryId: oldest.id,
                  side: 'before',
                  name: `from before ${formatDateTime(oldest.at)}`,
                }}
                isSame={!isRestorable(oldest.before, current)}
                onRestore={setVersion}
              />
            </div>
          </li>
        )}
      </ol>
      <ShowMore list={history}>Show older</ShowMore>
      {onRestored && (
        <RestoreDialog
          path={path}
          id={id}
          label={label}
          version={version}
          isOnSite={current?.state !== 'draft' && current?.state !== 'scheduled'}
          restoreWarning={[
            ...(plans.length > 0 ? ['What is planned stays as it is.', ...plans] : []),
            restoreWarning,
          ]
            .filter(Boolean)
            .join(' ')}
          describeRestored={describeRestored}
          // A restore that ends late closes only its own dialog.
          onClose={() => setVersion((now) => (now === version ? null : now))}
          onRestored={onRestored}
        />
      )}
    </>
  );
}

const actionLabels = {
  created: 'Created',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
} as const;

interface EntryProps {
  entry: AuditEntry;
  getFieldName: (field: string) => string;
  formatValue: FormatValue | undefined;
  /** Set if the entry is an event and not a version. */
  eventText: string | undefined;
  /** Whether this version is the current one. */
  isCurrent: boolean;
  /** The item as it is now. */
  current: AuditEntry['after'];
  onRestore: ((version: HistoryVersion) => void) | undefined;
}

function Entry(props: EntryProps) {
  const { entry, getFieldName, formatValue, eventText, isCurrent, current, onRestore } = props;
  const { id, action, at, by } = entry;
  const changes = eventText === undefined ? listChanges(entry, formatValue) : [];
  const side = entry.after ? 'after' : 'before';
  return (
    <li>
      <div className={styles.header}>
        <p>
          <b>{eventText ?? actionLabels[action]}</b> {eventText && <br />}
          {by && `by ${by}, `}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
        {onRestore &&
          eventText === undefined &&
          (isCurrent ? (
            <span className={styles.current}>Current version</span>
          ) : (
            <RestoreButton
              version={{ entryId: id, side, name: `of ${formatDateTime(at)}` }}
              isSame={!isRestorable(entry[side], current)}
              onRestore={onRestore}
            />
          ))}
      </div>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => (
            <HistoryChange key={change.field} name={getFieldName(change.field)} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

interface RestoreButtonProps {
  version: HistoryVersion;
  /** True when a restore would change nothing. */
  isSame: boolean;
  onRestore: (version: HistoryVersion) => void;
}

function RestoreButton({ version, isSame, onRestore }: RestoreButtonProps) {
  if (isSame) return <span className={styles.current}>Same as the current version</span>;
  return (
    <button
      type="button"
      className={styles.restore}
      aria-label={`Restore this version, ${version.name}`}
      onClick={() => onRestore(version)}
    >
      Restore this version
    </button>
  );
}

interface Props {
  /** Used in a sentence: "history". */
  subject: string;
  query: ComponentProps<typeof QueryState>['query'];
}

/** Shows that entries are loading, or why they failed to load. */
export const HistoryState = ({ subject, query }: Props) => (
  <QueryState
    name={`The ${subject}`}
    display="line"
    query={query}
    className={styles.state}
    loading={<Skeleton label={`Loading the ${subject}`} count={2} className={styles.state} />}
  />
);
