import type { Page } from '../page';

export const schedulePage: Page = {
  path: '/schedule',
  title: 'Schedule a Discovery Call',
  load: () => import('./SchedulePage'),
  isIndexed: true,
  isTracked: true,
};
