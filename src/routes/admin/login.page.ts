import type { Page } from '../page';

export const loginPage: Page = {
  path: '/admin/login',
  title: 'Admin sign-in',
  load: () => import('./LoginPage'),
};
