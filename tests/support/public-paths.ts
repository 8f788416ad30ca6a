import { collections } from '../../src/content/collections/collections';

/** Public pages, files and lists that contain items of the collections or texts of the pages. */
export const contentPaths = [
  '/',
  '/cover',
  '/talent',
  '/privacy',
  '/schedule',
  '/enquiry',
  '/sitemap.xml',
  '/site.webmanifest',
  '/robots.txt',
  ...collections.map(({ path }) => `/api/${path}`),
  '/api/talents/home',
  '/api/talents/browse',
  '/api/pages/home',
  '/api/pages/talent',
  '/api/pages/privacy',
];
