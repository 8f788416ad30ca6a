import type { Page } from '../page';

export const notFoundPage: Page = {
  path: '*',
  title: '404 Page Not Found',
  load: () => import('./NotFoundPage'),
  isTracked: true,
};
