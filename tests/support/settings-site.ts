import { parsePageData } from './page-data';
import { createTestApp } from './test-app';

export const settingsUrl = '/api/settings';

/** Starts a site with functions that read and change its settings. */
export async function createSettingsSite(variables: Record<string, string> = {}) {
  const site = await createTestApp(variables);
  return {
    ...site,
    save: (payload: object, headers: Record<string, string> = {}) =>
      site.admin('PATCH', settingsUrl, payload, headers),
    read: async () => (await site.admin('GET', settingsUrl)).json(),
    readPublic: async () => (await site.visitor('GET', settingsUrl)).json(),
    readHistory: async (section: string) =>
      (await site.admin('GET', `${settingsUrl}/${section}/history`)).json(),
    readSite: async (path = '/') => parsePageData((await site.visitor('GET', path)).body).site,
  };
}
