import type { OnboardingPackage } from '../collections/packages/package';
import type { Site } from '../lib/site';
import { pageDescriptions } from './page-descriptions.server';
import { canonicalUrl, isIndexed } from './page-head';
import { findPage, type Page } from './pages';

type Node = Record<string, unknown>;

const organizationId = (site: Site) => `${site.url}/#organization`;

const organization = (site: Site): Node => ({
  '@type': 'Organization',
  '@id': organizationId(site),
  name: site.name,
  url: `${site.url}/`,
  logo: `${site.url}/icons/icon-512.png`,
  email: site.supportEmail,
});

const website = (site: Site): Node => ({
  '@type': 'WebSite',
  '@id': `${site.url}/#website`,
  name: site.name,
  url: `${site.url}/`,
  inLanguage: 'en',
  publisher: { '@id': organizationId(site) },
});

/** A package as an offer; a hidden price is not told to machines either. */
const offer = (item: OnboardingPackage, site: Site): Node[] =>
  item.price === null
    ? []
    : [
        {
          '@type': 'Offer',
          name: item.name,
          description: item.description,
          price: item.price,
          priceCurrency: 'USD',
          url: `${site.url}/#pricing`,
          seller: { '@id': organizationId(site) },
        },
      ];

function service(page: Page, site: Site, packages: readonly OnboardingPackage[]): Node {
  const offers = packages.flatMap((item) => offer(item, site));
  return {
    '@type': 'Service',
    '@id': `${site.url}/#service`,
    name: 'Trained, bilingual operational talent for franchise businesses',
    serviceType: 'Franchise staffing and onboarding',
    description: pageDescriptions[page.path]?.description,
    url: `${site.url}/`,
    provider: { '@id': organizationId(site) },
    audience: { '@type': 'BusinessAudience', audienceType: 'Franchise operators' },
    ...(offers.length > 0 && { offers }),
  };
}

const breadcrumbs = (page: Page, site: Site): Node => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: canonicalUrl(findPage('/'), site) },
    { name: page.title, item: canonicalUrl(page, site) },
  ].map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
});

/**
 * What a page says to machines, as schema.org has it; null for pages that are not to be found.
 * @param packages those that the page shows
 */
export function structuredData(
  page: Page,
  site: Site,
  packages: readonly OnboardingPackage[],
): Node | null {
  if (!isIndexed(page)) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(site),
      ...(page.path === '/'
        ? [website(site), service(page, site, packages)]
        : [breadcrumbs(page, site)]),
    ],
  };
}
