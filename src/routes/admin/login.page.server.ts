import type { ServerPage } from '../page.server';
import { loginPage } from './login.page';

export const loginServerPage: ServerPage = {
  page: loginPage,
  file: 'src/routes/admin/LoginPage.tsx',
  audience: 'private',
  listQueries: () => [],
};
