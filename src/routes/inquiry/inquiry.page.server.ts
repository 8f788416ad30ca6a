import { queryPackages, type ServerPage } from '../page.server';
import { inquiryPage } from './inquiry.page';

export const inquiryServerPage: ServerPage = {
  page: inquiryPage,
  file: 'src/routes/inquiry/InquiryPage.tsx',
  audience: 'private',
  description:
    'Tell us about your locations and the hours nobody covers. We answer within 24 hours; no commitment required.',
  listQueries: queryPackages,
  hasOwnRoute: true,
};
