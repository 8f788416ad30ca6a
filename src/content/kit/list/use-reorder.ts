import { useRef, useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { moveEntry } from '../../../lib/list';
import { useToast } from '../../../ui/toast/toast';
import type { Reorder } from '../define-collection';

interface PendingOrder<T> {
  /** The list that was loaded when the order was changed. */
  from: readonly T[];
  to: readonly T[];
}

/**
 * Reorders a list optimistically, and reverts the order when the server rejects it. The order is
 * local state and not written into the query cache: the cache notifies its observers
 * asynchronously, and a dropped row would jump back until then.
 * @param items the loaded list
 * @param send stores the new order, unless someone else has changed the one before
 */
export function useReorder<T extends { id: string }>(
  items: readonly T[],
  send: (order: Reorder) => Promise<unknown>,
) {
  const toast = useToast();
  const showError = useErrorToast();
  const [pendingOrder, setPendingOrder] = useState<PendingOrder<T> | null>(null);
  const [pending, setPending] = useState(false);
  const isSending = useRef(false);
  // A list that was loaded after the change already has the right order.
  const ordered = pendingOrder?.from === items ? pendingOrder.to : items;

  /** Moves an item to a zero-based position. @returns whether it moves */
  function move(id: string, to: number): boolean {
    const from = ordered.findIndex((item) => item.id === id);
    const isImpossible = from === -1 || to < 0 || to >= ordered.length || to === from;
    // Checked here as well: two clicks can happen before the next render.
    if (isImpossible || isSending.current) return false;
    const next = moveEntry(ordered, from, to);
    isSending.current = true;
    setPending(true);
    setPendingOrder({ from: items, to: next });
    void saveOrder({ orderedIds: next.map((item) => item.id), moved: { id, from } });
    return true;
  }

  async function saveOrder(order: Reorder): Promise<void> {
    try {
      await send(order);
      toast({ title: 'Order updated' });
    } catch (error) {
      setPendingOrder(null);
      showError(error, 'Failed to reorder. Please try again.');
    } finally {
      isSending.current = false;
      setPending(false);
    }
  }

  return { ordered, move, pending };
}
