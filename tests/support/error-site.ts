import { browserHeaders } from './browser-headers';
import { createTestApp, postFrom } from './test-app';

export const report = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};

/** Starts a site to which browsers report their errors. */
export async function createErrorSite() {
  const site = await createTestApp();
  const send = (body: object, headers: Record<string, string> = browserHeaders) =>
    site.visitor('POST', '/api/client-errors', body, headers);
  const list = async () => (await site.admin('GET', '/api/client-errors')).json();
  /** Sends a report from an address of the internet, which counts against the limits. */
  const sendFrom = (address: string, body: object) =>
    postFrom(site, address, '/api/client-errors', body, browserHeaders);
  return { ...site, send, list, sendFrom };
}
