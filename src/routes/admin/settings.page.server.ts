import type { ServerPage } from '../page.server';
import { settingsPage } from './settings.page';

export const settingsServerPage: ServerPage = {
  page: settingsPage,
  file: 'src/routes/admin/AdminPage.tsx',
  audience: 'private',
  listQueries: () => [],
};
