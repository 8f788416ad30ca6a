import type { Page } from '../page';

export const homePage: Page = {
  path: '/',
  title: 'every open hour, covered',
  content: 'home',
  load: () => import('./HomePage'),
  isIndexed: true,
  isTracked: true,
};
