import { createTestApp } from './test-app';

/** Creates a site with the requests of lead files. */
export async function createFileSite() {
  const site = await createTestApp();
  const sendFile = async (file: string | Buffer, query = '', headers: object = {}) =>
    site.app.inject({
      method: 'POST',
      url: `/api/leads/import${query}`,
      headers: { cookie: await site.adminCookie(), 'content-type': 'text/csv', ...headers },
      payload: file,
    });
  return {
    ...site,
    sendFile,
    list: async () => (await site.admin('GET', '/api/leads?limit=500')).json(),
    exportFile: async (query = '') => site.admin('GET', `/api/leads.csv${query}`),
  };
}

/** Titles of the columns of the sample files. */
export const titles = 'Company,Contact,Email,Phone';
