import type { Locator, Page } from '@playwright/test';
import type { CollectionPath } from '../../src/content/collections/collections';
import type { ApiClient } from '../support/api-client';
import { sampleItems } from '../support/samples';
import { expect, test } from './fixtures';
import { ensureSignedIn } from './leads';

// The site starts without demo content; each test adds its own items.
test.use({ settings: { DEMO_CONTENT: 'false' } });

test.beforeEach(({ server }) => ensureSignedIn(server));

/** Creates an item. @returns its path in the API */
async function createItem(api: ApiClient, path: CollectionPath, fields: object): Promise<string> {
  const response = await api.post(`/api/${path}`, { ...sampleItems[path], ...fields });
  expect(response.status).toBe(201);
  return `/api/${path}/${(response.body as { id: string }).id}`;
}

const getCard = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

test.describe('home page card', () => {
  test("shows a talent's title, seniority, role, industries, and picture", async ({
    page,
    server,
  }) => {
    await createItem(server.api, 'talents', { name: 'Whole Card', yearsExperience: 7 });
    await page.goto('/');
    const card = getCard(page, 'Whole Card');
    for (const text of ['Front desk lead', 'Senior', 'Receptionist', 'MedSpa, Beauty']) {
      await expect(card.getByText(text)).toBeVisible();
    }
    const picture = card.locator('img');
    // The picture is loaded lazily.
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(card.getByRole('button', { name: /^View Profile/ })).toHaveText('View Profile');
  });

  test('uses the singular only for one year of experience', async ({ page, server }) => {
    for (const years of [0, 1, 2]) {
      await createItem(server.api, 'talents', { name: `Years ${years}`, yearsExperience: years });
    }
    await page.goto('/');
    await expect(getCard(page, 'Years 0').getByText(/^Under a year of experience$/)).toBeVisible();
    await expect(getCard(page, 'Years 1').getByText(/^1 year of experience$/)).toBeVisible();
    await expect(getCard(page, 'Years 2').getByText(/^2 years of experience$/)).toBeVisible();
  });

  test('shows only the first six skills of a talent', async ({ page, server }) => {
    const skills = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
    await createItem(server.api, 'talents', { name: 'Many Skills', skills });
    await page.goto('/');
    await expect(
      getCard(page, 'Many Skills').getByRole('list', { name: 'Skills' }).getByRole('listitem'),
    ).toHaveText(skills.slice(0, 6));
  });

  test.describe('without a picture', () => {
    test.use({ allowErrors: /status of 404.*gone\.svg/ });

    test('shows a placeholder for a talent without a picture or with a missing file', async ({
      page,
      server,
    }) => {
      await createItem(server.api, 'talents', { name: 'No Picture', imageUrl: null });
      const lost = { name: 'Lost Picture', imageUrl: '/pictures/gone.svg' };
      const lostItemPath = await createItem(server.api, 'talents', lost);
      await createItem(server.api, 'talents', { name: 'Has Picture' });
      await page.goto('/');
      for (const name of ['No Picture', 'Lost Picture']) {
        const card = getCard(page, name);
        await card.scrollIntoViewIfNeeded();
        await expect(card.locator('svg[viewBox="0 0 124 124"]')).toBeVisible();
        await expect(card.locator('img')).toHaveCount(0);
      }
      await expect(getCard(page, 'Has Picture').locator('svg[viewBox="0 0 124 124"]')).toHaveCount(
        0,
      );
      // A missing file would be a browser error in the other tests.
      expect((await server.api.delete(lostItemPath)).status).toBe(204);
    });

    test("shows a case study's industry and client name in place of the picture", async ({
      page,
      server,
    }) => {
      const story = { clientName: 'Plainfield', industry: 'Retail', title: 'No Photographs' };
      await createItem(server.api, 'case-studies', { ...story, imageUrl: null, clientLogo: null });
      await page.goto('/');
      const card = getCard(page, 'No Photographs');
      await expect(card.locator('img')).toHaveCount(0);
      await expect(card.locator('[aria-hidden]')).toHaveText('RetailPlainfield');
    });
  });

  test('shows only the metrics and the testimonial that a case study has', async ({
    page,
    server,
  }) => {
    await createItem(server.api, 'case-studies', { title: 'All Of It' });
    const none = { costReduction: null, efficiencyGain: null, testimonialQuote: null };
    await createItem(server.api, 'case-studies', { title: 'Little Of It', ...none });
    await page.goto('/');
    const all = getCard(page, 'All Of It');
    await expect(all.getByRole('term')).toHaveText([
      'Time Saved',
      'Cost Reduction',
      'Efficiency Gain',
    ]);
    await expect(all.getByRole('definition')).toHaveText(['22 h', '28%', '2.1x']);
    await expect(all.getByRole('blockquote')).toHaveText('She read our playbook.');
    await expect(all.locator('figcaption')).toHaveText('Helene Marsh, Owner');
    const little = getCard(page, 'Little Of It');
    await expect(little.getByRole('term')).toHaveText(['Time Saved']);
    await expect(little.getByRole('blockquote')).toHaveCount(0);
  });

  test('alternates the sides of the case study pictures', async ({ page, server }) => {
    for (const title of ['Side One', 'Side Two', 'Side Three']) {
      await createItem(server.api, 'case-studies', { title });
    }
    await page.goto('/');
    const sides = await page.locator('#case-studies article').evaluateAll((cards) =>
      cards.map((card) => {
        const [picture, text] = card.firstElementChild?.children ?? [];
        const left = (part?: Element) => part?.getBoundingClientRect().left ?? 0;
        return left(picture) < left(text) ? 'left' : 'right';
      }),
    );
    expect(sides.length).toBeGreaterThanOrEqual(3);
    expect(sides).toEqual(sides.map((_, place) => (place % 2 === 0 ? 'left' : 'right')));
  });

  test('shows the price of a package only if it has one, including $0', async ({
    page,
    server,
  }) => {
    const features = ['Two candidates', 'A weekly report'];
    const plain = { description: 'Plain words.', features, isPopular: false };
    await createItem(server.api, 'packages', {
      name: 'Priced',
      price: 12_345,
      ...plain,
      isPopular: true,
    });
    await createItem(server.api, 'packages', { name: 'Hidden', price: null, ...plain });
    await createItem(server.api, 'packages', { name: 'Bare', price: 0, ...plain, features: [] });
    await page.goto('/');
    const priced = getCard(page, 'Select Priced');
    await expect(priced.getByText('$12,345')).toBeVisible();
    await expect(priced.getByText('one-time')).toBeVisible();
    await expect(priced.getByText('Most Popular')).toBeVisible();
    await expect(priced.getByText("What's included:")).toBeVisible();
    await expect(priced.getByRole('listitem')).toHaveText(features);
    const hidden = getCard(page, 'Select Hidden');
    await expect(hidden).not.toContainText('$');
    await expect(hidden).not.toContainText('one-time');
    await expect(hidden).not.toContainText('Most Popular');
    // 0 is a price, not a missing one.
    await expect(getCard(page, 'Select Bare')).toContainText('$0 one-time');
    await expect(getCard(page, 'Select Bare')).not.toContainText("What's included:");
  });
});
