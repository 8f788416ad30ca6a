import type { Page } from '../page';

export const adminPage: Page = {
  path: '/admin',
  title: 'Admin',
  load: () => import('./AdminPage'),
};
