import type { Page } from '../page';

export const homePage: Page = {
  path: '/',
  title: 'every open hour, covered',
  contentUrl: '/api/pages/home',
  load: () => import('./HomePage'),
  isIndexed: true,
  isTracked: true,
};
