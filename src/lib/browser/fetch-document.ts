/** Timeout in milliseconds after which the server counts as unreachable. */
const timeoutMs = 5_000;

/** Fetches the current page's document again; null when the server can't be reached. */
export async function fetchDocument(): Promise<string | null> {
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
