import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seedDemoContent } from '../../src/app/seed-demo-content.server';
import { demoContent } from '../../src/content/collections/collections.server';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

describe('demo content', () => {
  test('fills an empty database once, with a match for every filter option', async () => {
    const { db, visitor, admin } = await createTestApp();
    await seedDemoContent(db);
    const talents = (await visitor('GET', '/api/talents')).json();
    expect(talents.length).toBeGreaterThanOrEqual(9);
    const options = {
      role: ['Executive Assistant', 'Operations Manager', 'Receptionist', 'Customer Support'],
      seniority: ['Junior', 'Mid-Level', 'Senior'],
      industry: ['Beauty', 'Fitness', 'MedSpa', 'Retail', 'Healthcare'],
      skills: [
        ...['Zendesk', 'HubSpot', 'Boulevard', 'Salesforce', 'Slack', 'Google Workspace'],
        ...['Microsoft Office', 'Zapier'],
      ],
    };
    for (const [field, values] of Object.entries(options)) {
      for (const value of values) {
        const url = `/api/talents?${field}=${encodeURIComponent(value)}`;
        expect((await visitor('GET', url)).json().length, url).toBeGreaterThan(0);
      }
    }
    const studies = (await visitor('GET', '/api/case-studies')).json();
    expect(studies).toHaveLength(4);
    expect(studies.filter((study: { featured: boolean }) => study.featured)).toHaveLength(1);
    expect(studies.filter((study: { imageUrl: string | null }) => !study.imageUrl)).toHaveLength(1);
    const packages = (await visitor('GET', '/api/packages')).json();
    expect(
      packages.map((one: { name: string; price: number; isPopular: boolean }) => [
        one.name,
        one.price,
        one.isPopular,
      ]),
    ).toEqual([
      ['Light PM', 300, false],
      ['Full PM', 1000, true],
      [expect.any(String), null, false],
    ]);
    expect((await visitor('GET', '/api/stats')).json()).toHaveLength(4);

    for (const talent of talents) await admin('DELETE', `/api/talents/${talent.id}`);
    await seedDemoContent(db);
    expect((await visitor('GET', '/api/talents')).json()).toEqual([]);
    expect((await visitor('GET', '/api/packages')).json()).toHaveLength(3);
  });

  test('is not added to a database that already has content', async () => {
    const { db, visitor, admin } = await createTestApp();
    await admin('POST', '/api/stats', sampleItems.stats);
    await seedDemoContent(db);
    expect((await visitor('GET', '/api/talents')).json()).toEqual([]);
    expect((await visitor('GET', '/api/stats')).json()).toHaveLength(1);
  });

  test('is added once when two processes add it at the same time', async () => {
    const { db, visitor } = await createTestApp();
    await Promise.all([seedDemoContent(db), seedDemoContent(db)]);
    expect((await visitor('GET', '/api/packages')).json()).toHaveLength(3);
  });

  test('refers only to pictures that have a drawing in the repository', () => {
    const imageUrls = Object.values(demoContent)
      .flat()
      .map(({ imageUrl }) => imageUrl)
      .filter((imageUrl) => typeof imageUrl === 'string');
    expect(imageUrls.length).toBeGreaterThan(20);
    for (const imageUrl of imageUrls) {
      const name = /^\/objects\/demo-([a-z-]+)$/.exec(imageUrl)?.[1];
      const drawings = [
        'demo/pictures/portraits',
        'demo/pictures/cases',
        'public/pictures/portraits',
      ];
      expect(
        drawings.filter((folder) => existsSync(`${folder}/${name}.svg`)),
        imageUrl,
      ).toHaveLength(1);
    }
  });
});
