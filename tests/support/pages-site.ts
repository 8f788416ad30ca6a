import { createTestApp } from './test-app';

/** The texts of the home page in the API. */
export const home = '/api/pages/home';

/** Starts a site on which the tests save and read the texts of its pages. */
export async function createPagesSite(variables: Record<string, string> = {}) {
  const site = await createTestApp(variables);
  const { admin, visitor } = site;
  return {
    ...site,
    save: (payload: object, headers: Record<string, string> = {}, url = home) =>
      admin('PATCH', url, payload, headers),
    /** Reads a page's texts as a visitor. */
    read: async (url = home) => (await visitor('GET', url)).json(),
    readHtml: async (path = '/') => (await visitor('GET', path)).body,
  };
}
