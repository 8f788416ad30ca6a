import type { OnboardingPackage } from '../../content/collections/packages/contract';
import type { Site } from '../../lib/site';
import type { JsonLdNode } from '../page.server';

export const buildOrganizationId = (site: Site) => `${site.url}/#organization`;

export const buildWebsite = (site: Site): JsonLdNode => ({
  '@type': 'WebSite',
  '@id': `${site.url}/#website`,
  name: site.name,
  url: `${site.url}/`,
  inLanguage: 'en',
  publisher: { '@id': buildOrganizationId(site) },
});

/**
 * Builds the offer of a package. A package without a price has none, so that a hidden price stays
 * hidden here as well.
 */
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

export function buildService(
  site: Site,
  description: string,
  packages: readonly OnboardingPackage[],
): JsonLdNode {
  const offers = packages.flatMap((item) => buildOffers(item, site));
  return {
    '@type': 'Service',
    '@id': `${site.url}/#service`,
    name: 'Trained, bilingual operational talent for franchise businesses',
    serviceType: 'Franchise staffing and onboarding',
    description,
    url: `${site.url}/`,
    provider: { '@id': buildOrganizationId(site) },
    audience: { '@type': 'BusinessAudience', audienceType: 'Franchise operators' },
    ...(offers.length > 0 && { offers }),
  };
}
