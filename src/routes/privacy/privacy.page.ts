import type { Page } from '../page';

export const privacyPage: Page = {
  path: '/privacy',
  title: 'Privacy',
  content: 'privacy',
  load: () => import('./PrivacyPage'),
  isIndexed: true,
  isTracked: true,
};
