import { useEffect, useState } from 'react';
import { storeText } from './browser-storage';

/** Timeout in milliseconds after which the server counts as unreachable. */
const timeoutMs = 5_000;

/** Fetches the current page's document again; null when the server can't be reached. */
async function fetchDocument(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(location.pathname, { cache: 'no-store', signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Returns whether the server can be reached, before a reload that might end on an error page. */
export const isServerReachable = async (): Promise<boolean> => (await fetchDocument()) !== null;

/** How long a browser shows a page that it is leaving, in milliseconds. */
const leavingMs = 10_000;

/** How long it takes to leave a page if the browser does not announce it, as Safari on iOS. */
const unannouncedLeavingMs = 1_000;

let leftAt = Number.NEGATIVE_INFINITY;

const recordLeaving = () => {
  leftAt = performance.now();
};

/**
 * Starts to observe whether the page is being left. Not for public pages: Firefox would no longer
 * show them at once on Back.
 */
export const watchLeaving = (): void => addEventListener('beforeunload', recordLeaving);

/**
 * Waits after a failed request, until the page is gone or it turns out that it stays. Firefox and
 * WebKit cancel the requests of a page that is being left, which is no failure.
 */
export const waitIfLeaving = (): Promise<void> => {
  const isLeaving = performance.now() < leftAt + leavingMs;
  return new Promise((resolve) => {
    setTimeout(resolve, isLeaving ? leavingMs : unannouncedLeavingMs);
  });
};

/** The URL of the code that the page was started with. It changes with each release. */
export const findEntryScript = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

const savedTextsKey = 'unsaved-texts';
/** A key for each release: two of them behind one load balancer can alternate. */
const buildReloadedKey = (entry: string) => `reloaded-from:${entry}`;

/** Unsaved texts by key. They survive only reloads by `loadCode` or `saveTypedTexts`. */
export const typedTexts = takeSavedTexts();

/**
 * Reloads the page for a newer release, once per release, and saves unsaved texts.
 * @returns whether it reloads. It does not without session storage, which prevents endless reloads
 */
function reloadOnce(entry: string): boolean {
  try {
    if (sessionStorage.getItem(buildReloadedKey(entry))) return false;
    sessionStorage.setItem(buildReloadedKey(entry), 'true');
    saveTypedTexts();
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Saves unsaved texts for the page after a reload. */
export const saveTypedTexts = (): void =>
  // Without storage the texts are lost, as in any reload.
  storeText(savedTextsKey, JSON.stringify(Object.fromEntries(typedTexts)), () => sessionStorage);

/** Returns the texts saved for this page, and removes them at once: they can be personal data. */
function takeSavedTexts(): Map<string, string> {
  try {
    const saved = sessionStorage.getItem(savedTextsKey);
    sessionStorage.removeItem(savedTextsKey);
    const texts: Record<string, unknown> = { ...JSON.parse(saved ?? '{}') };
    const isText = (entry: [string, unknown]): entry is [string, string] =>
      typeof entry[1] === 'string';
    return new Map(Object.entries(texts).filter(isText));
  } catch {
    return new Map();
  }
}

/** The state of a text field that is one of `typedTexts` while it is mounted. */
export function usePersistentText(key: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  // In an effect, because the first render must match the server's.
  useEffect(() => {
    const saved = typedTexts.get(key);
    if (saved) setText(saved);
  }, [key]);
  useEffect(() => {
    typedTexts.set(key, text);
    return () => {
      typedTexts.delete(key);
    };
  }, [key, text]);
  return [text, setText];
}

/**
 * Loads a code chunk. An old tab requests files that a newer release no longer has. The page then
 * reloads itself once and restores unsaved texts.
 * @throws what `load` throws, when a reload would not help
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  watchLeaving();
  try {
    return await load();
  } catch (error) {
    await waitIfLeaving();
    const entry = findEntryScript();
    const document = await fetchDocument();
    const hasNewRelease = entry !== null && document !== null && !document.includes(entry);
    // The page is being replaced, so callers must not continue.
    if (hasNewRelease && reloadOnce(entry)) return new Promise(() => {});
    throw error;
  }
}
