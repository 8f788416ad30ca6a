import type { Page } from '../page';

export const homePage: Page = {
  path: '/',
  title: 'every open hour, covered',
  load: () => import('./HomePage'),
  isIndexed: true,
  isTracked: true,
};
