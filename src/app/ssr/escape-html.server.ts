const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML and XML, also for double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Serializes JSON for a script element: nothing in it can close the element. */
export const serializeForScript = (data: unknown): string =>
  JSON.stringify(data).replace(/</g, '\\u003c');
