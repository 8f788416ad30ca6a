import type { Page } from '../page';
import { adminPage } from './admin.page';
import { settingsPath } from './settings-path';

export const settingsPage: Page = {
  // The same component, so that it stays mounted between the two pages.
  ...adminPage,
  path: settingsPath,
  title: 'Settings',
};
