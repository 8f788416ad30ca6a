import { parseUrl } from '../../../lib/parse-url';

/** The admin area's start, and where its sign-in is. */
const adminHomePath = '/admin';
export const loginPath = '/admin/login';

/** The page's path and query, as it is shown now. */
export const getCurrentPath = (): string => location.pathname + location.search;

/** A made-up origin: addresses are resolved against it to see whether they stay on this site. */
const placeholderOrigin = 'http://site.invalid';

const isAdminPath = (pathname: string) =>
  pathname === adminHomePath || pathname.startsWith('/admin/');

/**
 * The address of the sign-in that leads back to `from` (path and query). The admin area's start
 * needs no mention: that is where the sign-in leads anyway.
 */
export function buildLoginPath(from: string): string {
  const target = resolveAdminPath(from);
  return target === adminHomePath ? loginPath : `${loginPath}?next=${encodeURIComponent(target)}`;
}

/** Where a sign-in leads, by the query it was opened with: into the admin area and nowhere else. */
export function parsePathAfterLogin(search: string): string {
  return resolveAdminPath(new URLSearchParams(search).get('next') ?? adminHomePath);
}

/**
 * `wanted` when it is a page of the admin area, else the area's start. What is judged is what is
 * returned, the address as the browser resolves it: judging the text itself would let through what
 * a browser reads otherwise (`/admin/../x`, `/\evil.example`, a line break between two slashes).
 */
function resolveAdminPath(requested: string): string {
  const url = parseUrl(requested, placeholderOrigin);
  if (!url) return adminHomePath;
  const { origin, pathname, search, hash } = url;
  const path = pathname.replace(/\/+$/, '');
  // Signing in does not lead to the sign-in.
  if (origin !== placeholderOrigin || !isAdminPath(path) || path === loginPath)
    return adminHomePath;
  return path + search + hash;
}
