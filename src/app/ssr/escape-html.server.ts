const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML or XML, in a double-quoted attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** JSON that can stand in a script element: nothing in it can end the element. */
export const serializeForScript = (data: unknown): string =>
  JSON.stringify(data).replace(/</g, '\\u003c');
