import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pages } from '../../src/routes/pages';
import { notFoundServerPage, proposalServerPage, serverPages } from '../../src/routes/pages.server';
import { parsePageData } from '../support/page-data';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

const html = { accept: 'text/html' };

describe('the page registries of browser and server', () => {
  test('list the same pages, and the server finds the component file of each', async () => {
    expect(serverPages.map(({ page }) => page)).toEqual(pages);
    for (const { page, file } of [...serverPages, notFoundServerPage, proposalServerPage]) {
      expect(existsSync(file), file).toBe(true);
      const { default: component } = await page.load();
      // `memo` keeps the component as its type.
      const { name } = 'type' in component ? Object(component.type) : component;
      expect(file, page.path).toContain(`/${name}.tsx`);
    }
  });
});

describe('GET /', () => {
  test('is rendered on the server from the database and embeds its data', async () => {
    const { visitor, admin } = await createTestApp();
    await admin('POST', '/api/talents', sampleItems.talents);
    await admin('POST', '/api/packages', sampleItems.packages);
    await admin('POST', '/api/case-studies', sampleItems['case-studies']);
    await admin('POST', '/api/stats', sampleItems.stats);
    const response = await visitor('GET', '/', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const text of [
      'Marisol Vega',
      'Select Full PM',
      '$1,000',
      'One front desk lead',
      'people trained',
    ]) {
      expect(response.body).toContain(text);
    }
    const addresses = parsePageData(response.body).queries.map(([address]) => address);
    expect(addresses.sort()).toEqual([
      '/api/case-studies',
      '/api/packages',
      '/api/pages/home',
      '/api/stats',
      '/api/talents/home',
    ]);
  });

  test('shows a placeholder in each section that has no content yet', async () => {
    const { visitor } = await createTestApp();
    const { body } = await visitor('GET', '/', undefined, html);
    for (const text of [
      'No talent profiles available yet. Check back soon!',
      'Case studies coming soon!',
      'Pricing packages coming soon!',
    ]) {
      expect(body).toContain(text);
    }
  });
});

test('an unknown path gets the 404 page with status 404', async () => {
  const { app } = await createTestApp();
  const below = ['/talent/x', '/admin/nothing', '/admin/leads/a/b'];
  for (const url of ['/nothing', ...below, '/index.php', '//evil.example']) {
    const response = await app.inject({ method: 'GET', url });
    expect(response.statusCode, url).toBe(404);
    expect(response.headers['content-type'], url).toContain('text/html');
    expect(response.body, url).toContain('404 Page Not Found');
  }
});

test('a page path with a trailing slash redirects with 308 to the path without it and keeps the query', async () => {
  const { visitor } = await createTestApp();
  const response = await visitor('GET', '/talent/?role=Receptionist');
  expect(response.statusCode).toBe(308);
  expect(response.headers.location).toBe('/talent?role=Receptionist');
});
