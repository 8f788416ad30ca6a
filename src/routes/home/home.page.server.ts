import { queryCollection, queryHomeTalents, queryPackages, type ServerPage } from '../page.server';
import { homePage } from './home.page';
import { buildService, buildWebsite } from './structured-data.server';

export const homeDescription =
  'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.';

export const homeServerPage: ServerPage = {
  page: homePage,
  file: 'src/routes/home/HomePage.tsx',
  audience: 'public',
  description: homeDescription,
  listQueries: () => [
    queryCollection('stats'),
    queryHomeTalents,
    queryCollection('case-studies'),
    ...queryPackages(),
  ],
  buildStructuredData: (site, packages) => [
    buildWebsite(site),
    buildService(site, homeDescription, packages),
  ],
};
