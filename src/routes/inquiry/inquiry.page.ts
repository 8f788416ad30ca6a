import type { Page } from '../page';

export const inquiryPage: Page = {
  path: '/enquiry',
  title: 'Contact us',
  load: () => import('./InquiryPage'),
  isTracked: true,
};
