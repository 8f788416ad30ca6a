import { queryPackages, type ServerPage } from '../page.server';
import { schedulePage } from './schedule.page';

export const scheduleServerPage: ServerPage = {
  page: schedulePage,
  file: 'src/routes/schedule/SchedulePage.tsx',
  audience: 'public',
  description:
    'Pick a time for a 30-minute discovery call: which hours nobody covers at your locations, who could, and what it costs. No account, no commitment.',
  listQueries: queryPackages,
  normalizeSearch: (search) => (new URLSearchParams(search).get('embed') === '1' ? '?embed=1' : ''),
};
