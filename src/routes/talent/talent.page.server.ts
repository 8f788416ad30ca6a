import { isShortlistRequested } from '../../features/talents/shortlist/use-shortlist';
import { buildSearchUrl, parseTalentSearch } from '../../features/talents/talent-search';
import { queryPackages, queryTalents, type ServerPage } from '../page.server';
import { talentPage } from './talent.page';

export const talentServerPage: ServerPage = {
  page: talentPage,
  file: 'src/routes/talent/TalentPage.tsx',
  audience: 'public',
  description:
    'Bilingual receptionists, assistants, operations managers and support people who have worked a franchise desk. Filter by role, industry, seniority and tools.',
  shareImage: 'talent',
  // Only the browser knows who is on the shortlist.
  listQueries: (search) =>
    isShortlistRequested(search)
      ? queryPackages()
      : [queryTalents(parseTalentSearch(search)), ...queryPackages()],
  normalizeSearch: (search) =>
    isShortlistRequested(search) ? '?shortlist=1' : buildSearchUrl('', parseTalentSearch(search)),
};
