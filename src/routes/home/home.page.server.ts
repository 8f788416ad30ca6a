import {
  queryCollection,
  queryHomeTalents,
  queryPackages,
  queryPageContent,
  type ServerPage,
} from '../page.server';
import { homePage } from './home.page';
import { buildService, buildWebsite } from './structured-data.server';

export const homeDescription =
  'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.';

export const homeServerPage: ServerPage = {
  page: homePage,
  content: 'home',
  file: 'src/routes/home/HomePage.tsx',
  audience: 'public',
  description: homeDescription,
  listQueries: () => [
    queryPageContent('home'),
    queryCollection('stats'),
    queryHomeTalents,
    queryCollection('case-studies'),
    ...queryPackages(),
  ],
  buildStructuredData: (site, packages, description) => [
    buildWebsite(site),
    buildService(site, description, packages),
  ],
};
