import type { Page } from '../page';

export const adminPage: Page = {
  path: '/admin',
  more: /^\/admin\/leads\/[\w-]{1,64}$/,
  title: 'Admin',
  load: () => import('./AdminPage'),
};
