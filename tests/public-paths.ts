/** Public pages, files and lists that contain items of the collections. */
export const contentPaths = [
  '/',
  '/talent',
  '/privacy',
  '/schedule',
  '/enquiry',
  '/sitemap.xml',
  '/site.webmanifest',
  '/robots.txt',
  '/api/talents',
  '/api/talents/home',
  '/api/talents/browse',
  '/api/case-studies',
  '/api/packages',
  '/api/stats',
  '/api/pages/home',
] as const;
