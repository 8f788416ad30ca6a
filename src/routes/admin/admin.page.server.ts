import type { ServerPage } from '../page.server';
import { adminPage } from './admin.page';

export const adminServerPage: ServerPage = {
  page: adminPage,
  file: 'src/routes/admin/AdminPage.tsx',
  moreRoutes: ['/admin/leads/:id'],
  audience: 'private',
  listQueries: () => [],
};
