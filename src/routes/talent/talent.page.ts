import type { Page } from '../page';

export const talentPage: Page = {
  path: '/talent',
  title: 'Browse Talent',
  contentUrl: '/api/pages/talent',
  load: () => import('./TalentPage'),
  isIndexed: true,
  isTracked: true,
};
