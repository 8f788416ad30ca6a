import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { useToast } from '../../../ui/toast';
import { useErrorToast } from '../../auth/admin/use-error-toast';
import { useRestoreVersion } from './queries';

/** A version of an item: before or after an entry of its history. */
export interface HistoryVersion {
  entryId: string;
  side: 'before' | 'after';
  /** Name for use in a sentence: "of Mar 18, 9:12 AM". */
  name: string;
}

interface Props<T> {
  path: string;
  id: string;
  label: string;
  /** Null while the dialog is closed. */
  version: HistoryVersion | null;
  restoreWarning: string | undefined;
  onClose: () => void;
  onRestored: (item: T) => void;
}

/** Confirms and restores a version. */
export function RestoreDialog<T>({
  path,
  id,
  label,
  version,
  restoreWarning,
  onClose,
  onRestored,
}: Props<T>) {
  const restore = useRestoreVersion<T>(path, id);
  const toast = useToast();
  const showError = useErrorToast();

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
    toast({ title: 'Version restored' });
    onClose();
    onRestored(item);
  }

  return (
    <ConfirmDialog
      open={version !== null}
      title="Restore this version?"
      description={[
        `The ${label.toLowerCase()} goes back to the version ${version?.name}, on the site too.`,
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
