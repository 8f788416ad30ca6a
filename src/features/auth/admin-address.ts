import { parseUrl } from '../../lib/parse-url';

/** The admin area's start, and where its sign-in is. */
const adminHome = '/admin';
export const loginPage = '/admin/login';

/** The page's path and query, as it is shown now. */
export const presentAddress = (): string => location.pathname + location.search;

/** A made-up origin: addresses are resolved against it to see whether they stay on this site. */
const anyOrigin = 'http://site.invalid';

const isInAdmin = (pathname: string) => pathname === adminHome || pathname.startsWith('/admin/');

/**
 * The address of the sign-in that leads back to `from` (path and query). The admin area's start
 * needs no mention: that is where the sign-in leads anyway.
 */
export function loginAddress(from: string): string {
  const target = adminTarget(from);
  return target === adminHome ? loginPage : `${loginPage}?next=${encodeURIComponent(target)}`;
}

/** Where a sign-in leads, by the query it was opened with: into the admin area and nowhere else. */
export function addressAfterLogin(search: string): string {
  return adminTarget(new URLSearchParams(search).get('next') ?? adminHome);
}

/**
 * `wanted` when it is a page of the admin area, else the area's start. What is judged is what is
 * returned, the address as the browser resolves it: judging the text itself would let through what
 * a browser reads otherwise (`/admin/../x`, `/\evil.example`, a line break between two slashes).
 */
function adminTarget(wanted: string): string {
  const url = parseUrl(wanted, anyOrigin);
  if (!url) return adminHome;
  const { origin, pathname, search, hash } = url;
  const path = pathname.replace(/\/+$/, '');
  // Signing in does not lead to the sign-in.
  if (origin !== anyOrigin || !isInAdmin(path) || path === loginPage) return adminHome;
  return path + search + hash;
}
