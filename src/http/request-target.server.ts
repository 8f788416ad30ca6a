/**
 * Reduces a request target to its path and query. A client may send a whole URL ("absolute-form",
 * RFC 9112, section 3.2.2) with any host in it, which no route, cache key or redirect should see.
 * @param target the second word of the request line: "/talent?page=2", "http://host/talent?page=2",
 *   "*"
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
