import { useEffect, useState } from 'react';
import { fetchDocument } from './fetch-document';

/** The address of the code that the page has started with. It changes with each release. */
const findEntryScript = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

const savedTextsKey = 'kept-over-reload';
/** A key for each release: two of them behind one load balancer can take turns. */
const buildReloadedKey = (entry: string) => `reloaded-from:${entry}`;

/** What is typed at the moment, by the keys of `useKeptText`. */
const typedTexts = new Map<string, string>();

/**
 * Reloads the page for a newer release, once for each, keeping what was typed.
 * @returns whether it reloads. It does not without session storage, which tells it to stop
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

/** Keeps what is typed for the page that comes after a reload. */
export function saveTypedTexts(): void {
  try {
    sessionStorage.setItem(savedTextsKey, JSON.stringify(Object.fromEntries(typedTexts)));
  } catch {
    // Without storage the texts are lost, as with any reload.
  }
}

/** The text that was kept under a key, once. */
function takeSavedText(key: string): string | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(savedTextsKey) ?? '{}');
    if (typeof saved !== 'object' || saved === null) return undefined;
    const { [key]: text, ...remaining } = saved as Record<string, unknown>;
    sessionStorage.setItem(savedTextsKey, JSON.stringify(remaining));
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A typed text that outlives a reload of `loadCode` or `keepTexts`, and no other. */
export function usePersistentText(key: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState('');
  // After the first render, which has to be the server's.
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
 * Loads a part's code. An old tab asks for files that a newer release no longer has: then the page
 * reloads itself, once, with what was typed.
 * @throws what `load` throws, when a reload would not help
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const entry = findEntryScript();
    const document = await fetchDocument();
    const hasNewRelease = entry !== null && document !== null && !document.includes(entry);
    // The page is on its way out: whoever waits for the code waits for the next one.
    if (hasNewRelease && reloadOnce(entry)) return new Promise(() => {});
    throw error;
  }
}
