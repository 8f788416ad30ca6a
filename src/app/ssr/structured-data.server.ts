import type { OnboardingPackage } from '../../features/packages/contract';
import type { Site } from '../../lib/site';
import { findPage, type Page } from '../../routes/pages';
import { buildCanonicalUrl, isIndexed } from '../page-head';
import { pageDescriptions } from './page-descriptions.server';

type JsonLdNode = Record<string, unknown>;

const buildOrganizationId = (site: Site) => `${site.url}/#organization`;

const buildOrganization = (site: Site): JsonLdNode => ({
  '@type': 'Organization',
  '@id': buildOrganizationId(site),
  name: site.name,
  url: `${site.url}/`,
  logo: `${site.url}/icons/icon-512.png`,
  email: site.supportEmail,
});

const buildWebsite = (site: Site): JsonLdNode => ({
  '@type': 'WebSite',
  '@id': `${site.url}/#website`,
  name: site.name,
  url: `${site.url}/`,
  inLanguage: 'en',
  publisher: { '@id': buildOrganizationId(site) },
});

/** A package as an offer; a hidden price is not told to machines either. */
const buildOffers = (item: OnboardingPackage, site: Site): JsonLdNode[] =>
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
          seller: { '@id': buildOrganizationId(site) },
        },
      ];

function buildService(page: Page, site: Site, packages: readonly OnboardingPackage[]): JsonLdNode {
  const offers = packages.flatMap((item) => buildOffers(item, site));
  return {
    '@type': 'Service',
    '@id': `${site.url}/#service`,
    name: 'Trained, bilingual operational talent for franchise businesses',
    serviceType: 'Franchise staffing and onboarding',
    description: pageDescriptions[page.path]?.description,
    url: `${site.url}/`,
    provider: { '@id': buildOrganizationId(site) },
    audience: { '@type': 'BusinessAudience', audienceType: 'Franchise operators' },
    ...(offers.length > 0 && { offers }),
  };
}

const buildBreadcrumbs = (page: Page, site: Site): JsonLdNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: buildCanonicalUrl(findPage('/'), site) },
    { name: page.title, item: buildCanonicalUrl(page, site) },
  ].map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
});

/**
 * What a page says to machines, as schema.org has it; null for pages that are not to be found.
 * @param packages those that the page shows
 */
export function buildStructuredData(
  page: Page,
  site: Site,
  packages: readonly OnboardingPackage[],
): JsonLdNode | null {
  if (!isIndexed(page)) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      buildOrganization(site),
      ...(page.path === '/'
        ? [buildWebsite(site), buildService(page, site, packages)]
        : [buildBreadcrumbs(page, site)]),
    ],
  };
}
