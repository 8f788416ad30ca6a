import { queryPackages, queryPageContent, type ServerPage } from '../page.server';
import { privacyPage } from './privacy.page';

export const privacyServerPage: ServerPage = {
  page: privacyPage,
  content: 'privacy',
  file: 'src/routes/privacy/PrivacyPage.tsx',
  audience: 'public',
  description:
    'What we store when you send an inquiry, why, for how long, who sees it, and how to have it deleted. No tracking without your consent.',
  listQueries: () => [queryPageContent('privacy'), ...queryPackages()],
};
