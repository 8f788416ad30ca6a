import type { Locator, Page } from '@playwright/test';
import type { CollectionPath } from '../../src/content/collections/collections';
import { sampleItems } from '../support/samples';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import type { Site } from './leads';
import { expectDecoded } from './picture-field';

test.use({ sharedSite: 'own lists' });

test.beforeEach(async ({ server }) => {
  for (const path of ['talents', 'case-studies', 'packages'] as const) {
    await fillList(server, adminList(path), []);
  }
});

/** Creates items. @returns the path of the last one in the API */
async function createItems(
  { api }: Site,
  path: CollectionPath,
  items: readonly object[],
): Promise<string> {
  let created = '';
  for (const fields of items) {
    const response = await api.post(`/api/${path}`, { ...sampleItems[path], ...fields });
    expect(response.status).toBe(201);
    created = `/api/${path}/${(response.body as { id: string }).id}`;
  }
  return created;
}

const getCard = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });

test.describe('home page card', () => {
  test("shows a talent's title, seniority, role, industries, years of experience, six skills, and picture", async ({
    page,
    server,
  }) => {
    const skills = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];
    const years = [0, 1, 2].map((count) => ({ name: `Years ${count}`, yearsExperience: count }));
    await createItems(server, 'talents', [{ name: 'Whole Card', skills }, ...years]);
    await page.goto('/');
    const card = getCard(page, 'Whole Card');
    for (const text of ['Front desk lead', 'Senior', 'Receptionist', 'MedSpa, Beauty']) {
      await expect(card.getByText(text)).toBeVisible();
    }
    const picture = card.locator('img');
    // The picture is loaded lazily.
    await picture.scrollIntoViewIfNeeded();
    await expectDecoded(picture);
    await expect(card.getByRole('button', { name: /^View Profile/ })).toHaveText('View Profile');
    await expect(card.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveText(
      skills.slice(0, 6),
    );
    await expect(getCard(page, 'Years 0').getByText(/^Under a year of experience$/)).toBeVisible();
    await expect(getCard(page, 'Years 1').getByText(/^1 year of experience$/)).toBeVisible();
    await expect(getCard(page, 'Years 2').getByText(/^2 years of experience$/)).toBeVisible();
  });

  test.describe('without a picture', () => {
    test.use({ allowErrors: /status of 404.*gone\.svg/ });

    test('shows a placeholder for a talent, and the industry and client name of a case study', async ({
      page,
      server,
    }) => {
      const story = { clientName: 'Plainfield', industry: 'Retail', title: 'No Photographs' };
      await createItems(server, 'case-studies', [{ ...story, imageUrl: null, clientLogo: null }]);
      const lostItemPath = await createItems(server, 'talents', [
        { name: 'Has Picture' },
        { name: 'No Picture', imageUrl: null },
        { name: 'Lost Picture', imageUrl: '/pictures/gone.svg' },
      ]);
      await page.goto('/');
      const placeholder = 'svg[viewBox="0 0 124 124"]';
      for (const name of ['No Picture', 'Lost Picture']) {
        const card = getCard(page, name);
        await card.scrollIntoViewIfNeeded();
        await expect(card.locator(placeholder)).toBeVisible();
        await expect(card.locator('img')).toHaveCount(0);
      }
      await expect(getCard(page, 'Has Picture').locator(placeholder)).toHaveCount(0);
      const card = getCard(page, 'No Photographs');
      await expect(card.locator('img')).toHaveCount(0);
      await expect(card.locator('[aria-hidden]')).toHaveText('RetailPlainfield');
      // A missing file would be a browser error in the other tests.
      expect((await server.api.delete(lostItemPath)).status).toBe(204);
    });
  });

  test('shows only the metrics and the testimonial that a case study has, with pictures on alternate sides', async ({
    page,
    server,
  }) => {
    const none = { costReduction: null, efficiencyGain: null, testimonialQuote: null };
    await createItems(server, 'case-studies', [
      { title: 'All Of It' },
      { title: 'Little Of It', ...none },
      { title: 'Side Three' },
    ]);
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
    const sides = await page.locator('#case-studies article').evaluateAll((cards) =>
      cards.map((card) => {
        const [picture, text] = card.firstElementChild?.children ?? [];
        const left = (part?: Element) => part?.getBoundingClientRect().left ?? 0;
        return left(picture) < left(text) ? 'left' : 'right';
      }),
    );
    expect(sides).toEqual(['left', 'right', 'left']);
  });

  test('shows the price of a package only if it has one, including $0', async ({
    page,
    server,
  }) => {
    const features = ['Two candidates', 'A weekly report'];
    const plain = { description: 'Plain words.', features, isPopular: false };
    await createItems(server, 'packages', [
      { name: 'Priced', price: 12_345, ...plain, isPopular: true },
      { name: 'Hidden', price: null, ...plain },
      { name: 'Bare', price: 0, ...plain, features: [] },
    ]);
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
