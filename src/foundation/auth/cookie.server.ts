interface CookieOptions {
  name: string;
  sameSite: 'lax' | 'strict';
  maxAgeMs: number;
}

/** Builds the name and the attributes of a cookie that only the server reads. */
export function buildCookie(
  { SITE_URL }: { SITE_URL: string },
  { name, sameSite, maxAgeMs }: CookieOptions,
) {
  const secure = SITE_URL.startsWith('https:');
  return {
    // The prefix makes browsers reject the cookie from any other host or over plain HTTP.
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, sameSite, secure, path: '/', maxAge: maxAgeMs / 1000 },
  };
}
