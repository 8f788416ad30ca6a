import type { Page } from '@playwright/test';
import { sampleItems, sampleLead } from '../support/samples';
import { adminLists, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { removeAllLeads } from './leads';

/**
 * A text that breaks out of attributes and script elements, and adds an element the test can find.
 */
const makePayload = (field: string) =>
  `${field} "'></script><img src=x data-evil onerror=alert(1)>`;

/** Replaces every text of an item with an XSS payload; choices and figures stay valid. */
function injectPayloads(
  item: Record<string, unknown>,
  unchanged: readonly string[],
): Record<string, unknown> {
  const inject = (field: string, value: unknown) => {
    if (unchanged.includes(field)) return value;
    if (Array.isArray(value)) return [makePayload(field)];
    if (typeof value !== 'string') return value;
    // Figures are limited to 40 characters, so their payload is shorter.
    return /^[\d.]+( h|%|x)?$/.test(value) ? `<b data-evil>${value}</b>` : makePayload(field);
  };
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => [field, inject(field, value)]),
  );
}

async function expectEscaped(page: Page, shown: string) {
  await expect(page.getByText(`${shown} "'></script>`).first()).toBeAttached();
  expect(await page.locator('[data-evil]').count()).toBe(0);
}

test.use({ sharedSite: 'own lists' });

// Other files share the site.
test.afterEach(async ({ server }) => {
  for (const list of adminLists) await fillList(server, list, []);
  await removeAllLeads(server);
});

test('stored HTML is shown as text on the public pages, in the admin lists and in the dialogs', async ({
  page,
  server,
  signIn,
}) => {
  // Loads seven pages.
  test.slow();
  page.on('dialog', () => {
    throw new Error('A script ran.');
  });
  const { api } = server;
  const choices = [
    ...['status', 'imageUrl', 'imageFocus', 'imageStyle', 'clientLogo', 'icon', 'seniority'],
    ...['role', 'logoTone', 'hours', 'timeZone'],
  ];
  for (const list of adminLists) await fillList(server, list, []);
  for (const [path, item] of Object.entries(sampleItems)) {
    const response = await api.request('POST', `/api/${path}`, injectPayloads(item, choices));
    expect([path, response.status, response.body]).toMatchObject([path, 201, {}]);
  }
  const lead = injectPayloads(sampleLead, ['email', 'phone', 'industry']);
  expect((await api.request('POST', '/api/leads', lead)).status).toBe(201);

  await page.goto('/');
  await expectEscaped(page, 'title');
  await page.goto('/talent');
  await expectEscaped(page, 'title');

  await signIn();
  for (const [tab, shown] of [
    ['talents', 'name'],
    ['case-studies', 'title'],
    ['packages', 'name'],
    ['hero-stats', 'label'],
    ['leads', 'companyName'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`);
    await expectEscaped(page, shown);
    // Also in the dialog.
    await page
      .getByRole('button', { name: /^(Edit|Update) / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.locator('[data-evil]').count(), tab).toBe(0);
  }
});
