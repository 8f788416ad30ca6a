import type { Page } from '../page';

export const talentPage: Page = {
  path: '/talent',
  title: 'Browse Talent',
  content: 'talent',
  load: () => import('./TalentPage'),
  isIndexed: true,
  isTracked: true,
};
