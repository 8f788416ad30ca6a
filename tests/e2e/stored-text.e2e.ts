import type { Page } from '@playwright/test';
import { sampleItems, sampleLead } from '../samples';
import { expect, test } from './fixtures';

/** Ends whatever it is put into, and leaves an element that can be found. */
const evil = (field: string) => `${field} "'></script><img src=x data-evil onerror=alert(1)>`;

/** Every text of an item says more than it should; choices and figures stay. */
function poisoned(item: Record<string, unknown>, kept: readonly string[]): Record<string, unknown> {
  const poison = (field: string, value: unknown) => {
    if (kept.includes(field)) return value;
    if (Array.isArray(value)) return [evil(field)];
    if (typeof value !== 'string') return value;
    // Figures have 40 characters.
    return /^[\d.]+( h|%|x)?$/.test(value) ? `<b data-evil>${value}</b>` : evil(field);
  };
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => [field, poison(field, value)]),
  );
}

async function expectHarmless(page: Page, shown: string) {
  await expect(page.getByText(`${shown} "'></script>`).first()).toBeAttached();
  expect(await page.locator('[data-evil]').count()).toBe(0);
}

// The demo's talents would come first, and these on a later page.
test.use({ settings: { DEMO_CONTENT: 'false' } });

test('what is stored is shown as text, to visitors and to the owner', async ({
  page,
  server,
  signIn,
}) => {
  // Seven pages, each loaded anew.
  test.slow();
  page.on('dialog', () => {
    throw new Error('A script ran.');
  });
  const { api } = server;
  await api.signIn(server.adminPassword);
  const choices = ['status', 'imageUrl', 'imageFocus', 'clientLogo', 'icon', 'seniority', 'role'];
  for (const [path, item] of Object.entries(sampleItems)) {
    const answer = await api.request('POST', `/api/${path}`, poisoned(item, choices));
    expect([path, answer.status, answer.body]).toMatchObject([path, 201, {}]);
  }
  const lead = poisoned(sampleLead, ['email', 'phone', 'industry']);
  expect((await api.request('POST', '/api/leads', lead)).status).toBe(201);

  await page.goto('/');
  await expectHarmless(page, 'title');
  await page.goto('/talent');
  await expectHarmless(page, 'title');

  await signIn();
  for (const [tab, shown] of [
    ['talents', 'name'],
    ['case-studies', 'title'],
    ['packages', 'name'],
    ['hero-stats', 'label'],
    ['leads', 'companyName'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`);
    await expectHarmless(page, shown);
    // The dialog, too.
    await page
      .getByRole('button', { name: /^(Edit|Update) / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.locator('[data-evil]').count(), tab).toBe(0);
  }
});
