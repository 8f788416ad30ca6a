import { isShortlistRequested } from '../content/collections/talents/shortlist/shortlist-store';
import { buildSearchUrl, parseTalentSearch } from '../content/collections/talents/talent-search';
import type { ThirdPartySources } from '../http/security-headers.server';
import { type AgreedPrice, agreedPriceKey } from '../payments/agreed-price';
import type { CheckoutSetup } from '../payments/contract';
import { getPlanPicture, normalizeCoverSearch, queryCover } from './cover/cover-query.server';
import { buildService, buildWebsite } from './home/structured-data.server';
import {
  type PageQuery,
  queryCollection,
  queryHomeTalents,
  queryPackages,
  queryPageContent,
  queryTalents,
  type ServerPage,
} from './page.server';
import {
  adminPage,
  checkoutPage,
  coverPage,
  homePage,
  inquiryPage,
  loginPage,
  notFoundPage,
  paymentSuccessPage,
  privacyPage,
  schedulePage,
  settingsPage,
  talentPage,
} from './pages';
import '../proposals/plugin.server';

const adminServerPage: ServerPage = {
  page: adminPage,
  file: 'src/routes/admin/AdminPage.tsx',
  moreRoutes: ['/admin/leads/:id'],
  audience: 'private',
  listQueries: () => [],
};

const loginServerPage: ServerPage = {
  page: loginPage,
  file: 'src/routes/admin/LoginPage.tsx',
  audience: 'private',
  listQueries: () => [],
};

const settingsServerPage: ServerPage = {
  page: settingsPage,
  file: 'src/routes/admin/AdminPage.tsx',
  audience: 'private',
  listQueries: () => [],
};

/** The origins that Stripe.js needs (docs.stripe.com/security/guide, content security policy). */
const stripeSources: ThirdPartySources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Returns the query for what the lead in the address has agreed to pay for the package. */
const queryAgreedPrice = (search: string): PageQuery => ({
  key: [agreedPriceKey],
  async read(_, { proposals }): Promise<AgreedPrice | null> {
    const query = new URLSearchParams(search);
    const [leadId, packageId] = [query.get('leadId'), query.get('packageId')];
    const agreed = leadId && packageId && (await proposals.findAgreement(leadId, packageId));
    if (!agreed) return null;
    const { number, packageName, amount } = agreed;
    return { number, packageName, amount };
  },
});

/**
 * The checkout page. Only this page may run Stripe's code, and only it gets the publishable key.
 * The analytics platforms that the other pages allow are not allowed where cards are entered.
 */
const checkoutServerPage: ServerPage = {
  page: checkoutPage,
  file: 'src/routes/checkout/CheckoutPage.tsx',
  audience: 'private',
  listQueries: (search) => [...queryPackages(), queryAgreedPrice(search)],
  getSettings: ({ STRIPE_PUBLISHABLE_KEY = null, owner }) => ({
    checkout: {
      publishableKey: owner.takePayments ? STRIPE_PUBLISHABLE_KEY : null,
    } satisfies CheckoutSetup,
  }),
  getThirdPartySources: ({ STRIPE_SECRET_KEY }) =>
    STRIPE_SECRET_KEY === undefined ? {} : stripeSources,
};

export const coverServerPage: ServerPage = {
  page: coverPage,
  file: 'src/routes/cover/CoverPage.tsx',
  audience: 'public',
  description:
    'Paint the hours of the week that nobody covers at your desks. You see at once who can work them, where nobody can, and what it costs. No account, no email.',
  listQueries: (search, site) => [queryCover(search, site), ...queryPackages()],
  normalizeSearch: normalizeCoverSearch,
  getSharePicture: getPlanPicture,
  hasOwnRoute: true,
};

export const homeDescription =
  'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.';

const homeServerPage: ServerPage = {
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

export const inquiryServerPage: ServerPage = {
  page: inquiryPage,
  file: 'src/routes/inquiry/InquiryPage.tsx',
  audience: 'private',
  description:
    'Tell us about your locations and the hours nobody covers. We answer within 24 hours; no commitment required.',
  listQueries: queryPackages,
  hasOwnRoute: true,
};

export const notFoundServerPage: ServerPage = {
  page: notFoundPage,
  file: 'src/routes/not-found/NotFoundPage.tsx',
  audience: 'public',
  listQueries: queryPackages,
};

const paymentSuccessServerPage: ServerPage = {
  page: paymentSuccessPage,
  file: 'src/routes/payment-success/PaymentSuccessPage.tsx',
  audience: 'private',
  listQueries: queryPackages,
};

const privacyServerPage: ServerPage = {
  page: privacyPage,
  content: 'privacy',
  file: 'src/routes/privacy/PrivacyPage.tsx',
  audience: 'public',
  description:
    'What we store when you send an inquiry, why, for how long, who sees it, and how to have it deleted. No tracking without your consent.',
  listQueries: () => [queryPageContent('privacy'), ...queryPackages()],
};

/** The page of a proposal, whose address is its token. */
export const proposalServerPage: ServerPage = {
  page: {
    path: '/proposal',
    title: 'Your proposal',
    load: () => import('./proposal/ProposalPage'),
  },
  file: 'src/routes/proposal/ProposalPage.tsx',
  audience: 'private',
  listQueries: () => [],
  hasOwnRoute: true,
  // Those of the sheet, and its own.
  staticStyles: ['src/routes/cover/CoverPage.tsx', 'src/routes/proposal/styles.ts'],
};

const scheduleServerPage: ServerPage = {
  page: schedulePage,
  file: 'src/routes/schedule/SchedulePage.tsx',
  audience: 'public',
  description:
    'Pick a time for a 30-minute discovery call: which hours nobody covers at your locations, who could, and what it costs. No account, no commitment.',
  listQueries: queryPackages,
  normalizeSearch: (search) => (new URLSearchParams(search).get('embed') === '1' ? '?embed=1' : ''),
};

const talentServerPage: ServerPage = {
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

/** The server's properties of the pages in `pages.ts`, without the 404 page. */
export const serverPages: readonly ServerPage[] = [
  homeServerPage,
  coverServerPage,
  talentServerPage,
  scheduleServerPage,
  privacyServerPage,
  inquiryServerPage,
  checkoutServerPage,
  paymentSuccessServerPage,
  loginServerPage,
  adminServerPage,
  settingsServerPage,
];
