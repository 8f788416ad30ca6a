import { browserHeaders, errorReport } from './browser-headers';
import { createTestApp } from './test-app';

export { errorReport as report };

/** Starts a site to which browsers report their errors. */
export async function createErrorSite() {
  const site = await createTestApp();
  const send = (body: object, headers: Record<string, string> = browserHeaders) =>
    site.visitor('POST', '/api/client-errors', body, headers);
  const list = async () => (await site.admin('GET', '/api/client-errors')).json();
  /** Sends a report from an address of the internet, which counts against the limits. */
  const sendFrom = (remoteAddress: string, payload: object) =>
    site.app.inject({
      method: 'POST',
      url: '/api/client-errors',
      headers: browserHeaders,
      payload,
      remoteAddress,
    });
  return { ...site, send, list, sendFrom };
}
