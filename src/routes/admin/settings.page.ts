import type { Page } from '../page';
import { settingsPath } from './settings-path';

export const settingsPage: Page = {
  path: settingsPath,
  title: 'Settings',
  // The same component as the dashboard's, which stays mounted between the two.
  load: () => import('./AdminPage'),
};
