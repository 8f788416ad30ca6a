/**
 * Reduces a request target to its path and query. A client may send the whole address ("absolute-form",
 * RFC 9112, section 3.2.2), and its host may be anything: no route, cache key or redirect should see it.
 * @param target the second word of the request line: "/talent?page=2", "http://host/talent?page=2", "*"
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
