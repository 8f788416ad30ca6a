import type { Locator, Page } from '@playwright/test';
import type { CollectionPath } from '../../src/collections';
import type { ApiClient } from '../api-client';
import { sampleItems } from '../samples';
import { expect, test } from './fixtures';

// A site whose content is the tests' own; each adds to it.
test.use({ settings: { DEMO_CONTENT: 'false' } });

test.beforeEach(async ({ server }) => {
  const { status } = await server.api.get('/api/leads/summary');
  if (status === 401) await server.api.signIn(server.adminPassword);
});

/** Adds an item. @returns its address in the API */
async function add(api: ApiClient, path: CollectionPath, fields: object): Promise<string> {
  const answer = await api.post(`/api/${path}`, { ...sampleItems[path], ...fields });
  expect(answer.status).toBe(201);
  return `/api/${path}/${(answer.body as { id: string }).id}`;
}

const cardOf = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

test('a talent’s card says who it is', async ({ page, server }) => {
  await add(server.api, 'talents', { name: 'Whole Card', yearsExperience: 7 });
  await page.goto('/');
  const card = cardOf(page, 'Whole Card');
  for (const text of ['Front desk lead', 'Senior', 'Receptionist', 'MedSpa, Beauty']) {
    await expect(card.getByText(text)).toBeVisible();
  }
  const picture = card.locator('img');
  // It loads when it comes near the screen.
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(card.getByRole('button', { name: /^View Profile/ })).toHaveText('View Profile');
});

test('only one year is a "year"', async ({ page, server }) => {
  for (const years of [0, 1, 2]) {
    await add(server.api, 'talents', { name: `Years ${years}`, yearsExperience: years });
  }
  await page.goto('/');
  await expect(cardOf(page, 'Years 0').getByText(/^0 years of experience$/)).toBeVisible();
  await expect(cardOf(page, 'Years 1').getByText(/^1 year of experience$/)).toBeVisible();
  await expect(cardOf(page, 'Years 2').getByText(/^2 years of experience$/)).toBeVisible();
});

test('a card shows the first six skills', async ({ page, server }) => {
  const skills = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
  await add(server.api, 'talents', { name: 'Many Skills', skills });
  await page.goto('/');
  await expect(
    cardOf(page, 'Many Skills').getByRole('list', { name: 'Skills' }).getByRole('listitem'),
  ).toHaveText(skills.slice(0, 6));
});

test.describe('without a picture', () => {
  test.use({ allowErrors: /status of 404.*gone\.svg/ });

  test('a card shows a drawn figure, also for one that is gone', async ({ page, server }) => {
    await add(server.api, 'talents', { name: 'No Picture', imageUrl: null });
    const lost = { name: 'Lost Picture', imageUrl: '/pictures/gone.svg' };
    const addressOfLost = await add(server.api, 'talents', lost);
    await add(server.api, 'talents', { name: 'Has Picture' });
    await page.goto('/');
    for (const name of ['No Picture', 'Lost Picture']) {
      const card = cardOf(page, name);
      await card.scrollIntoViewIfNeeded();
      await expect(card.locator('svg.fall')).toBeVisible();
      await expect(card.locator('img')).toHaveCount(0);
    }
    await expect(cardOf(page, 'Has Picture').locator('svg.fall')).toHaveCount(0);
    // On no other test's page is a picture to be missing.
    expect((await server.api.delete(addressOfLost)).status).toBe(204);
  });

  test('a case study shows its client’s name and industry', async ({ page, server }) => {
    const story = { clientName: 'Plainfield', industry: 'Retail', title: 'No Photographs' };
    await add(server.api, 'case-studies', { ...story, imageUrl: null, clientLogo: null });
    await page.goto('/');
    const card = cardOf(page, 'No Photographs');
    await expect(card.locator('img')).toHaveCount(0);
    await expect(card.locator('.case-p')).toHaveText('RetailPlainfield');
  });
});

test('a case study shows the gains and the words that it has, and no others', async ({
  page,
  server,
}) => {
  await add(server.api, 'case-studies', { title: 'All Of It' });
  const none = { costReduction: null, efficiencyGain: null, testimonialQuote: null };
  await add(server.api, 'case-studies', { title: 'Little Of It', ...none });
  await page.goto('/');
  const all = cardOf(page, 'All Of It');
  await expect(all.getByRole('term')).toHaveText([
    'Time Saved',
    'Cost Reduction',
    'Efficiency Gain',
  ]);
  await expect(all.getByRole('definition')).toHaveText(['22 h', '28%', '2.1x']);
  await expect(all.getByRole('blockquote')).toHaveText('She read our playbook.');
  await expect(all.locator('figcaption')).toHaveText('Helene Marsh, Owner');
  const little = cardOf(page, 'Little Of It');
  await expect(little.getByRole('term')).toHaveText(['Time Saved']);
  await expect(little.getByRole('blockquote')).toHaveCount(0);
});

test('pictures of case studies change sides', async ({ page, server }) => {
  for (const title of ['Side One', 'Side Two', 'Side Three']) {
    await add(server.api, 'case-studies', { title });
  }
  await page.goto('/');
  const sides = await page.locator('#case-studies article').evaluateAll((cards) =>
    cards.map((card) => {
      const left = (part: string) => card.querySelector(part)?.getBoundingClientRect().left ?? 0;
      return left('.case-p') < left('.case-t') ? 'left' : 'right';
    }),
  );
  expect(sides.length).toBeGreaterThanOrEqual(3);
  expect(sides).toEqual(sides.map((_, place) => (place % 2 === 0 ? 'left' : 'right')));
});

test('a package shows its price once it has one', async ({ page, server }) => {
  const features = ['Two candidates', 'A weekly report'];
  const plain = { description: 'Plain words.', features, isPopular: false };
  await add(server.api, 'packages', { name: 'Priced', price: 12_345, ...plain, isPopular: true });
  await add(server.api, 'packages', { name: 'Hidden', price: null, ...plain });
  await add(server.api, 'packages', { name: 'Bare', price: 0, ...plain, features: [] });
  await page.goto('/');
  const priced = cardOf(page, 'Select Priced');
  await expect(priced.getByText('$12,345')).toBeVisible();
  await expect(priced.getByText('one-time')).toBeVisible();
  await expect(priced.getByText('Most Popular')).toBeVisible();
  await expect(priced.getByText("What's included:")).toBeVisible();
  await expect(priced.getByRole('listitem')).toHaveText(features);
  const hidden = cardOf(page, 'Select Hidden');
  await expect(hidden).not.toContainText('$');
  await expect(hidden).not.toContainText('one-time');
  await expect(hidden).not.toContainText('Most Popular');
  // What costs nothing has a price, and it is shown.
  await expect(cardOf(page, 'Select Bare')).toContainText('$0 one-time');
  await expect(cardOf(page, 'Select Bare')).not.toContainText("What's included:");
});
