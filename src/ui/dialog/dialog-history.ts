import { useLayoutEffect, useRef } from 'react';
import { keepFocus } from './dialog-focus';

/** The part of `history.state` that belongs to dialogs. */
interface DialogState {
  /** A name for each entry that the open dialogs have added: one per dialog, or per step of it. */
  dialogs: readonly string[];
  /** The URL on which they were added. */
  from: string;
  /** How many entries to leave after a reload, which closes the dialogs. */
  depth: number;
}

interface DialogEntries {
  /** Number of history entries that the dialog has: 0 while it is closed. */
  depth: number;
  onTraverse: (depth: number) => void;
}

/** How long a traversal may take. One that moves only an iframe is never reported to the page. */
const traversalTimeoutMs = 1_000;

/** The mounted dialogs by name, the one that changed last at the end. */
const mounted = new Map<string, DialogEntries>();
/** The timer of the traversal that is under way. */
let traversal: ReturnType<typeof setTimeout> | null = null;
/** The state of the entry that it leaves. */
let leftState: Partial<DialogState> = {};

const readState = (): Partial<DialogState> => history.state ?? {};

// The page was reloaded while its filters were open, and their entry became its own.
if (typeof history !== 'undefined' && readState().dialogs?.length) {
  history.replaceState({ ...history.state, dialogs: [], from: location.href }, '');
}

/**
 * Adds or removes history entries until they match the open dialogs. Deferred by its callers, so
 * that a dialog that replaces another one takes over its entry.
 */
function updateEntries(): void {
  if (traversal) return;
  const levels = [...mounted].flatMap(([name, { depth }]) => Array<string>(depth).fill(name));
  const { dialogs = [], from = location.href } = readState();
  const replaceEntry = () =>
    history.replaceState(
      { ...history.state, dialogs: levels, from: location.href, depth: levels.length },
      '',
    );
  if (dialogs.length > levels.length) {
    // Filters have changed the URL: the dialog's entry is now that of the page.
    if (from !== location.href) replaceEntry();
    else {
      leftState = readState();
      traversal = setTimeout(finishTraversal, traversalTimeoutMs);
      history.go(levels.length - dialogs.length);
    }
    return;
  }
  for (let length = dialogs.length + 1; length <= levels.length; length += 1) {
    history.pushState(
      { ...history.state, dialogs: levels.slice(0, length), from, depth: length },
      '',
    );
  }
  if (levels.some((name, index) => name !== readState().dialogs?.[index])) replaceEntry();
}

function finishTraversal(): void {
  if (traversal) clearTimeout(traversal);
  traversal = null;
  updateEntries();
}

/** Closes, opens or moves the dialogs after Back and Forward. */
function handlePopState(): void {
  if (traversal) {
    keepFocus();
    // Keep what the page has stored meanwhile, such as the link to a call that was just booked.
    const { dialogs, from, depth } = readState();
    if (location.href === leftState.from) {
      history.replaceState({ ...leftState, dialogs, from, depth }, '');
    }
    finishTraversal();
    return;
  }
  const { dialogs = [] } = readState();
  const changed = [...mounted].flatMap(([name, { depth, onTraverse }]) => {
    const wanted = dialogs.filter((other) => other === name).length;
    return wanted === depth ? [] : [() => onTraverse(wanted)];
  });
  for (const traverse of changed) traverse();
  // The entry of a dialog that can't be opened again.
  if (changed.length === 0) undoTraversal();
}

/** Undoes a Back or Forward that the dialog does not follow. */
export const undoTraversal = (): void =>
  queueMicrotask(() => {
    updateEntries();
    // The entry of a Forward is older than what the page has stored since.
    leftState = {};
  });

/**
 * Gives an open dialog an entry in the browser's history, so that Back closes it and Forward opens
 * it again. Closing it in another way removes the entry. The component must stay mounted while the
 * dialog is closed.
 * @param depth number of entries: 0 when closed, 1 when open, more for each further step
 * @param onTraverse called after Back and Forward with the depth to change to
 */
export function useDialogHistory(
  name: string,
  depth: number,
  onTraverse: (depth: number) => void,
): void {
  const latest = useRef(onTraverse);
  // Layout effects, so that Back finds the entry of what is on the screen.
  useLayoutEffect(() => {
    latest.current = onTraverse;
  });
  useLayoutEffect(() => {
    // Adding the same listener again has no effect.
    addEventListener('popstate', handlePopState);
    mounted.set(name, { depth, onTraverse: (wanted) => latest.current(wanted) });
    queueMicrotask(updateEntries);
    return () => {
      mounted.delete(name);
      queueMicrotask(updateEntries);
    };
  }, [name, depth]);
}
