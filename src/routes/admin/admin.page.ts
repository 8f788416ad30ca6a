import type { Page } from '../page';

export const adminPage: Page = {
  path: '/admin',
  more: /^\/admin\/leads\/[^/]+$/,
  title: 'Admin',
  load: () => import('./AdminPage'),
};
