import type { Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { openEdit } from './item-forms';
import { openForm, visit } from './lead-form';

/** Replaces every text by elements, and each later one, as the translator of Chrome and Edge does. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node: Node | null = root; node; node = walker.nextNode()) {
        if (node instanceof Text && node.data.trim() !== '') texts.push(node);
      }
      for (const text of texts) {
        if (text.parentElement?.closest('script, style, textarea, font')) continue;
        const translation = document.createElement('font');
        translation.append(document.createElement('font'));
        translation.firstElementChild?.append(text.data);
        text.replaceWith(translation);
      }
    };
    new MutationObserver((changes) => {
      const nodes = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
      for (const node of nodes) if (node.isConnected) translateIn(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    translateIn(document.body);
  });
}

test.describe('a page that the browser translates', () => {
  test.describe('public', () => {
    test.use({ sharedSite: 'demo content' });

    test('keeps working and shows the newest hours, people and day on /cover, /talent and /schedule', async ({
      page,
    }) => {
      await visit(page, '/cover');
      await translate(page);
      const desk = page.getByRole('tab', { name: 'Front desk' });
      const lunch = page.getByRole('button', { name: 'Lunch', exact: true });
      const people = page.getByRole('region', { name: 'Who can work them' });
      await lunch.click();
      await expect(desk).toHaveText('Front desk 10 h');
      await expect(page.getByRole('row').first()).toContainText('2 h');
      await page.getByRole('button', { name: /^Saturday/ }).click();
      await expect(people.getByText(/of \d+ hours/).first()).not.toHaveText(/of 10 hours/);
      await people.getByRole('button', { name: /^See / }).click();
      await expect(people.getByRole('button', { name: /^See / })).toHaveCount(0);
      await page.getByRole('button', { name: 'Clear Front desk' }).click();
      await expect(desk).toHaveText('Front desk 0 h');
      const begin = page.getByRole('button', { name: 'Begin with Lunch', exact: true });
      await begin.click();
      await expect(people).toBeVisible();
      await lunch.click();
      await expect(begin).toBeVisible();
      // As React does with a text that it put into an element, and that has been replaced.
      const children = await page.evaluate(() => {
        const [parent, text] = [document.createElement('p'), new Text('Lunch')];
        parent.removeChild(text);
        parent.insertBefore(new Text('Dinner'), text);
        return parent.textContent;
      });
      expect(children).toBe('Dinner');

      await visit(page, '/talent');
      await translate(page);
      const count = page.getByRole('status').filter({ hasText: 'Showing' });
      await page.getByLabel('Operations Manager').check();
      await expect(count).toHaveText('Showing 5 professional(s)');
      await page.getByLabel('Healthcare').check();
      await expect(count).toHaveText('Showing 1 professional(s)');
      await expect(page.getByRole('heading', { name: 'Filters 2 active' })).toBeVisible();
      await page.getByRole('button', { name: 'Shortlist Walter Brandt' }).click();
      const form = await openForm(page);
      await form.getByRole('button', { name: 'Leave out' }).click();
      const leftOut = form.getByText('This inquiry leaves out your shortlist.');
      await expect(leftOut.locator('xpath=ancestor::p')).not.toContainText('Your shortlist:');

      await visit(page, '/schedule');
      // The label of the first day of a month is shorter than its heading.
      const day = page.locator('[data-day]:not([aria-pressed=true], [data-day$="-01"])').last();
      const name = (await day.getAttribute('aria-label'))?.replace(/, \d+ times?$/, '');
      await translate(page);
      await day.click();
      const heading = page.getByRole('heading', { name: /^Times on / });
      await expect(heading).toHaveText(`Times on ${name}`);
    });
  });

  test.describe('admin', () => {
    test.use({ sharedSite: 'own lists' });

    test('opens another tab of the admin area, and keeps what is typed in a form', async ({
      page,
      server,
      signIn,
    }) => {
      await signIn();
      await fillList(server, adminList('stats'), ['people trained']);
      await page.goto('/admin');
      await expect(page.getByRole('region', { name: 'Follow-ups' })).toBeVisible();
      await translate(page);
      await page.getByRole('link', { name: /^Calls/ }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');

      const form = await openEdit(page, 'stats', 'people trained');
      await translate(page);
      await form.field('Label').fill('people trained well');
      await expect(form.button('Save a draft and create a preview link')).toBeVisible();
      await expect(form.field('Label')).toHaveValue('people trained well');
    });
  });
});
