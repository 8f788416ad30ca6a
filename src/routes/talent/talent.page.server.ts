import { isShortlistRequested } from '../../features/talents/shortlist/use-shortlist';
import { buildSearchUrl, parseTalentSearch } from '../../features/talents/talent-search';
import { queryPackages, queryPageContent, queryTalents, type ServerPage } from '../page.server';
import { talentPage } from './talent.page';

export const talentServerPage: ServerPage = {
  page: talentPage,
  content: 'talent',
  file: 'src/routes/talent/TalentPage.tsx',
  audience: 'public',
  description:
    'Bilingual receptionists, assistants, operations managers and support people who have worked a franchise desk. Filter by role, industry, seniority and tools.',
  // Only the browser knows who is on the shortlist.
  listQueries: (search, { filters }) => [
    queryPageContent('talent'),
    ...(isShortlistRequested(search) ? [] : [queryTalents(parseTalentSearch(search, filters))]),
    ...queryPackages(),
  ],
  normalizeSearch: (search, { filters }) =>
    isShortlistRequested(search)
      ? '?shortlist=1'
      : buildSearchUrl('', parseTalentSearch(search, filters)),
};
