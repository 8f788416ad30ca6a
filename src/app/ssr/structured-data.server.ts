import type { OnboardingPackage } from '../../content/collections/packages/contract';
import type { Site } from '../../lib/site';
import { buildOrganizationId } from '../../routes/home/structured-data.server';
import type { Page } from '../../routes/page';
import type { JsonLdNode, ServerPage } from '../../routes/page.server';
import { homePage } from '../../routes/pages';
import { buildCanonicalUrl } from '../page-head';

const buildOrganization = (site: Site): JsonLdNode => ({
  '@type': 'Organization',
  '@id': buildOrganizationId(site),
  name: site.name,
  url: `${site.url}/`,
  logo: new URL(site.logo ?? '/icons/icon-512.png', site.url).href,
  email: site.supportEmail,
  ...(site.phone && { telephone: site.phone }),
  ...(site.postalAddress && { address: site.postalAddress }),
  ...(site.socialLinks && { sameAs: site.socialLinks }),
});

const buildBreadcrumbs = (page: Page, site: Site): JsonLdNode => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Home', item: buildCanonicalUrl(homePage, site) },
    { name: page.title, item: buildCanonicalUrl(page, site) },
  ].map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
});

interface StructuredDataSources {
  site: Site;
  /** The packages that the page shows. */
  packages: readonly OnboardingPackage[];
  /** The description of the page. */
  description: string;
}

/**
 * Builds a page's structured data, as JSON-LD; null for pages that are not indexed.
 */
export function buildStructuredData(
  { page, buildStructuredData: buildNodes }: ServerPage,
  { site, packages, description }: StructuredDataSources,
): JsonLdNode | null {
  if (!page.isIndexed) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      buildOrganization(site),
      ...(buildNodes?.(site, packages, description) ?? [buildBreadcrumbs(page, site)]),
    ],
  };
}
