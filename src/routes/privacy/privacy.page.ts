import type { Page } from '../page';

export const privacyPage: Page = {
  path: '/privacy',
  title: 'Privacy',
  contentUrl: '/api/pages/privacy',
  load: () => import('./PrivacyPage'),
  isIndexed: true,
  isTracked: true,
};
