import { describe, expect, test } from 'vitest';
import { parsePageData } from '../support/page-data';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

const site = 'https://crew.example';
const settings = {
  SITE_URL: site,
  SITE_NAME: 'Nord & Süd "Crew"',
  SUPPORT_EMAIL: 'desk@crew.example',
};

interface Graph {
  '@context': string;
  '@graph': ({ '@type': string } & Record<string, unknown>)[];
}

/** Parses a page's JSON-LD and returns its nodes by type. */
function parseStructuredData(body: string) {
  const texts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(texts).toHaveLength(1);
  const data: Graph = JSON.parse(texts[0]?.[1] ?? '');
  expect(data['@context']).toBe('https://schema.org');
  return Object.fromEntries(data['@graph'].map((node) => [node['@type'], node]));
}

describe('structured data', () => {
  test('describes the organization, the service and the packages that have a price', async () => {
    const { visitor, admin } = await createTestApp(settings);
    await admin('POST', '/api/packages', sampleItems.packages);
    await admin('POST', '/api/packages', { ...sampleItems.packages, name: 'Trial', price: 0 });
    await admin('POST', '/api/packages', { ...sampleItems.packages, name: 'Network', price: null });
    const { Organization, Service, BreadcrumbList } = parseStructuredData(
      (await visitor('GET', '/')).body,
    );
    expect(Organization).toMatchObject({
      name: settings.SITE_NAME,
      url: `${site}/`,
      email: settings.SUPPORT_EMAIL,
      logo: `${site}/icons/icon-512.png`,
    });
    expect(Service?.provider).toEqual({ '@id': Organization?.['@id'] });
    expect(Service?.offers).toMatchObject([
      { '@type': 'Offer', name: 'Full PM', price: 1000, priceCurrency: 'USD' },
      { '@type': 'Offer', name: 'Trial', price: 0, priceCurrency: 'USD' },
    ]);
    expect(BreadcrumbList).toBeUndefined();
  });

  test('has no offers when no package has a price', async () => {
    const { visitor, admin } = await createTestApp(settings);
    await admin('POST', '/api/packages', { ...sampleItems.packages, price: null });
    expect(parseStructuredData((await visitor('GET', '/')).body).Service).not.toHaveProperty(
      'offers',
    );
  });

  test('has no offers when the packages cannot be read', async () => {
    const { visitor, admin, db } = await createTestApp(settings);
    await admin('POST', '/api/packages', sampleItems.packages);
    await db.schema.dropTable('payments').execute();
    await db.schema.dropTable('onboarding_packages').execute();
    const { Service } = parseStructuredData((await visitor('GET', '/')).body);
    expect(Service).toBeDefined();
    expect(Service).not.toHaveProperty('offers');
  });

  test('and the embedded data escape package texts, so that they cannot close the script element', async () => {
    const { visitor, admin } = await createTestApp(settings);
    const evil = '</script><script>alert(1)</script><!--<script>';
    await admin('POST', '/api/packages', {
      ...sampleItems.packages,
      name: evil,
      description: evil,
    });
    const { body } = await visitor('GET', '/');
    expect(body).not.toContain('<script>alert(1)');
    const stored = [{ name: evil, description: evil }];
    expect(parseStructuredData(body).Service?.offers).toMatchObject(stored);
    expect(new Map(parsePageData(body).queries).get('/api/packages')).toMatchObject(stored);
  });

  test('has breadcrumbs on each page but the home page', async () => {
    const { visitor } = await createTestApp(settings);
    for (const [path, title] of [
      ['/talent', 'Browse Talent'],
      ['/cover', 'Cover My Day'],
      ['/schedule', 'Schedule a Discovery Call'],
      ['/privacy', 'Privacy'],
    ] as const) {
      const data = parseStructuredData((await visitor('GET', path)).body);
      expect(data.Organization, path).toBeDefined();
      expect(data.BreadcrumbList?.itemListElement).toEqual([
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${site}/` },
        { '@type': 'ListItem', position: 2, name: title, item: site + path },
      ]);
    }
  });
});
