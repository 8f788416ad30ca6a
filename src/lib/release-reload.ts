import { useEffect, useState } from 'react';
import { createStoredValue } from './browser-storage';
import { fetchDocument } from './fetch-document';
import { waitIfLeaving, watchLeaving } from './leaving-page';

/** The URL of the code that the page was started with. It changes with each release. */
export const findEntryScript = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

const storage = () => sessionStorage;

const savedTexts = createStoredValue<Record<string, unknown>>({
  key: 'unsaved-texts',
  parse: (text) => JSON.parse(text),
  storage,
});

/** Whether the page was reloaded for a release. Two of them behind one load balancer can alternate. */
const createReloadMark = (entry: string) =>
  createStoredValue<true>({ key: `reloaded-from:${entry}`, parse: () => true, storage });

/** Unsaved texts, by the keys of `usePersistentText`. */
const typedTexts = new Map<string, string>();

/**
 * Reloads the page for a newer release, once per release, and saves unsaved texts.
 * @returns whether it reloads. It does not without session storage, which prevents endless reloads
 */
function reloadOnce(entry: string): boolean {
  const mark = createReloadMark(entry);
  if (mark.read() || !mark.write(true)) return false;
  saveTypedTexts();
  location.reload();
  return true;
}

/** Saves unsaved texts for the page after a reload. Without storage they are lost. */
export const saveTypedTexts = (): boolean => savedTexts.write(Object.fromEntries(typedTexts));

/** Returns and removes the saved text of a key. */
function takeSavedText(key: string): string | undefined {
  const { [key]: text, ...remaining } = savedTexts.read() ?? {};
  savedTexts.write(remaining);
  return typeof text === 'string' ? text : undefined;
}

/** The state of a text field that survives only reloads by `loadCode` or `saveTypedTexts`. */
export function usePersistentText(key: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  // In an effect, because the first render must match the server's.
  useEffect(() => {
    const saved = takeSavedText(key);
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
