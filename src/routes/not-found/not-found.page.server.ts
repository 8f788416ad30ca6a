import { queryPackages, type ServerPage } from '../page.server';
import { notFoundPage } from './not-found.page';

export const notFoundServerPage: ServerPage = {
  page: notFoundPage,
  file: 'src/routes/not-found/NotFoundPage.tsx',
  audience: 'public',
  listQueries: queryPackages,
};
