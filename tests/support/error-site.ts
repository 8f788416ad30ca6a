import { browserHeaders, errorReport } from './browser-headers';
import { createTestApp, postFrom } from './test-app';

export { errorReport as report };

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
