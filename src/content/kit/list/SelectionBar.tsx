import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { formatCount, formatNumber } from '../../../lib/format-number';
import { hasStatus } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import type { Selection } from '../../../ui/list/selection';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import { useToast } from '../../../ui/toast/toast';
import type { BaseItem, ItemChange, Noun } from '../define-collection';
import type { CollectionMutations } from '../mutations';
import { isTakenDown } from '../publication';
import * as styles from './SelectionBar.module.css';

/**
 * Builds the change that restores an item. Its pending changes became part of the item when it was
 * taken down, so their fields are sent as well.
 * @param version the version to undo, which nobody may have changed since
 */
function buildUndo(
  { id, state, publishAt, unpublishAt, pending, ...fields }: BaseItem,
  version: string | undefined,
): ItemChange {
  const before = Object.keys(pending ?? {}).map((name) => [name, fields[name]]);
  return {
    id,
    version,
    values: {
      ...Object.fromEntries(before),
      state,
      publishAt,
      unpublishAt,
      pending: pending ?? null,
    },
  };
}

/** Takes items off the site and puts them back, with Undo for as long as the toast shows. */
export function useTakeDown<T extends BaseItem>(
  { updateSeveral }: CollectionMutations<T>,
  selected: readonly T[],
  { noun, onDone }: { noun: Noun; onDone: (changedIds: readonly string[]) => void },
) {
  const toast = useToast();
  const showError = useErrorToast();
  const live = selected.filter(({ state }) => state === 'published');
  const down = selected.filter(isTakenDown);

  /** Changes all items, or none if someone else has changed one, which the list may not show yet. */
  async function change(changes: readonly ItemChange[], onChanged: (items: T[]) => void) {
    try {
      onChanged(await updateSeveral.mutateAsync(changes));
    } catch (error) {
      const subject = changes.length === 1 ? `this ${noun[0]}` : `one of these ${noun[1]}`;
      const outdated = `Someone else has changed ${subject} in the meantime. The list shows their version; nothing was replaced.`;
      showError(error, hasStatus(error, 412) ? outdated : undefined);
    }
  }

  function setState(items: readonly T[], state: 'draft' | 'published', done: string) {
    const changes = items.map(({ id, updatedAt }) => ({
      id,
      values: { state },
      version: updatedAt,
    }));
    return change(changes, (changed) => {
      const versions = new Map(changed.map(({ id, updatedAt }) => [id, updatedAt]));
      const undo = items.map((item) => buildUndo(item, versions.get(item.id)));
      toast({
        title: `${formatCount(items.length, ...noun)} ${done}`,
        action: {
          label: 'Undo',
          run: () => void change(undo, () => toast({ title: 'Undone' })),
        },
      });
      onDone(items.map(({ id }) => id));
    });
  }

  return {
    liveCount: live.length,
    downCount: down.length,
    pending: updateSeveral.isPending,
    takeDown: () => setState(live, 'draft', 'taken down'),
    putBack: () => setState(down, 'published', 'back on the site'),
  };
}

type TakeDown = ReturnType<typeof useTakeDown>;

interface Props {
  selection: Selection;
  /** Number of items to choose from. */
  count: number;
  noun: Noun;
  takeDown: TakeDown;
  onDelete: () => void;
  /** Clears the selection. The bar disappears with it. */
  onClear: () => void;
}

/** Bar of actions on the selected items. Absent while none is selected. */
export function SelectionBar({ selection, count, noun, takeDown, onDelete, onClear }: Props) {
  const { selectedIds, selectAll } = selection;
  const { length } = selectedIds;
  const { liveCount, downCount, pending } = takeDown;

  return (
    <section aria-label="Selected items" className={styles.region}>
      {length > 0 && (
        <div className={styles.bar}>
          <p role="status">
            <span className={`${badgeStyles.badge} ${badgeStyles.highlighted}`}>{length}</span>{' '}
            chosen
          </p>
          {length < count && (
            <Button variant="quiet" size="touch" onClick={selectAll}>
              {`Choose all ${formatNumber(count)} ${noun[1]}`}
            </Button>
          )}
          <Button variant="quiet" size="touch" onClick={onClear}>
            Clear
          </Button>
          {liveCount > 0 && (
            <Button variant="secondary" size="touch" busy={pending} onClick={takeDown.takeDown}>
              {`Take down ${formatNumber(liveCount)}`}
            </Button>
          )}
          {downCount > 0 && (
            <Button variant="secondary" size="touch" busy={pending} onClick={takeDown.putBack}>
              {`Put back ${formatNumber(downCount)}`}
            </Button>
          )}
          <Button variant="secondary" size="touch" className={styles.delete} onClick={onDelete}>
            {`Delete ${formatNumber(length)}`}
          </Button>
        </div>
      )}
    </section>
  );
}
