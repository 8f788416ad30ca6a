import { parseUrl } from '../../../lib/network/parse-url';
import { trimSlashes } from '../../../lib/trim-slashes';

const adminHomePath = '/admin';
export const loginPath = '/admin/login';

/** Returns the path and query of the current page. */
export const getCurrentPath = (): string => location.pathname + location.search;

/** Dummy origin to resolve paths against, to check whether they stay on this site. */
const placeholderOrigin = 'http://site.invalid';

const isAdminPath = (pathname: string) =>
  pathname === adminHomePath || pathname.startsWith('/admin/');

/** Builds the URL of the sign-in page that returns to `from`. The area's start is the default. */
export function buildLoginPath(from: string): string {
  const target = resolveAdminPath(from);
  return target === adminHomePath ? loginPath : `${loginPath}?next=${encodeURIComponent(target)}`;
}

/** Reads the return path from the query of the sign-in page. Always a page of the admin area. */
export function parsePathAfterLogin(search: string): string {
  return resolveAdminPath(new URLSearchParams(search).get('next') ?? adminHomePath);
}

/**
 * Returns `requested` if it is a page of the admin area, otherwise the area's start. Checks and
 * returns the URL as the browser resolves it. A check of the text would accept paths that browsers
 * resolve differently (`/admin/../x`, `/\evil.example`, a line break between two slashes).
 */
function resolveAdminPath(requested: string): string {
  const url = parseUrl(requested, placeholderOrigin);
  if (!url) return adminHomePath;
  const { origin, pathname, search, hash } = url;
  const path = trimSlashes(pathname);
  // Never return to the sign-in page itself.
  if (origin !== placeholderOrigin || !isAdminPath(path) || path === loginPath)
    return adminHomePath;
  return path + search + hash;
}
