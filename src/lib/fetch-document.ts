/** Milliseconds after which a server that says nothing counts as out of reach. */
const timeoutMs = 5_000;

/** The present page's document, as the server renders it now; null when it can't be reached. */
export async function fetchDocument(): Promise<string | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const { signal } = controller;
    const response = await fetch(location.pathname, { cache: 'no-store', signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server can be reached, so that a reload does not end on the browser's own error page. */
export const isServerReachable = async (): Promise<boolean> => (await fetchDocument()) !== null;
