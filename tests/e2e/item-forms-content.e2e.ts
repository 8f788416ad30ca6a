import type { Page } from '@playwright/test';
import type { CollectionPath } from '../../src/content/collections/collections';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { fillFields, openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

/** Reads a collection's only item from the public API. */
async function fetchOnlyItem(page: Page, path: CollectionPath): Promise<Record<string, unknown>> {
  const [item, ...others] = await (await page.request.get(`/api/${path}`)).json();
  expect(others).toEqual([]);
  return item;
}

test.describe('item form', () => {
  test('creates a talent with all of its fields', async ({ page, server }) => {
    await fillList(server, adminList('talents'), []);
    const form = await openNew(page, 'talents');
    await fillFields(form, {
      Name: 'Ana Lucía Fuentes',
      Title: 'Executive assistant to a 22-location owner',
      'Years of experience': '1',
      Skills: 'Calendar, Payroll ,, SOP writing',
      Industries: 'Fitness',
      Tools: 'Slack, HubSpot',
      'Bio optional': 'One year.\nTwo languages.',
      'Certifications optional': 'HIPAA',
    });
    await form.field('Role').selectOption('Executive Assistant');
    await form.field('Seniority').selectOption('Mid-Level');
    await form.field('Status').selectOption({ label: 'in training' });
    await form.button('Create').click();
    await expect(form.dialog).toBeHidden();
    await expect(toast(page)).toContainText('Talent created');

    expect(await fetchOnlyItem(page, 'talents')).toMatchObject({
      name: 'Ana Lucía Fuentes',
      title: 'Executive assistant to a 22-location owner',
      yearsExperience: 1,
      skills: ['Calendar', 'Payroll', 'SOP writing'],
      industry: ['Fitness'],
      toolProficiency: ['Slack', 'HubSpot'],
      role: 'Executive Assistant',
      seniority: 'Mid-Level',
      status: 'in_training',
      bio: 'One year.\nTwo languages.',
      certifications: ['HIPAA'],
      imageUrl: null,
      displayOrder: 0,
    });
  });

  test("sends only the talent's changed field and leaves the others untouched", async ({
    page,
    server,
  }) => {
    const list = adminList('talents');
    await fillList(server, list, ['Marisol Vega']);
    const before = await fetchOnlyItem(page, 'talents');
    const form = await openEdit(page, 'talents', 'Marisol Vega');
    await expect(form.field('Role')).toHaveValue('Receptionist');
    await form.field('Title').fill('Front desk lead, nine studios');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await form.button('Save changes').click();
    expect((await sent).postDataJSON()).toEqual({ title: 'Front desk lead, nine studios' });
    await expect(toast(page)).toContainText('Talent updated');
    await expect(page.getByText('Front desk lead, nine studios')).toBeVisible();
    expect(await fetchOnlyItem(page, 'talents')).toEqual({
      ...before,
      title: 'Front desk lead, nine studios',
      updatedAt: expect.any(String),
    });
  });

  test("sets a person's hours, copies Monday to the weekdays, and names the changes in the history", async ({
    page,
    server,
  }) => {
    const list = adminList('talents');
    const [id] = await fillList(server, list, ['Marisol Vega']);
    await server.api.patch(`/api/talents/${id}`, { hours: [], languages: [], timeZone: null });
    const form = await openEdit(page, 'talents', 'Marisol Vega');
    await form.dialog.getByRole('switch', { name: 'Monday' }).click();
    await form.field('Monday, opens').fill('11:00');
    await form.field('Monday, closes').fill('10:30');
    await form.button('Copy Monday to weekdays').click();
    await form.dialog.getByRole('switch', { name: 'Friday' }).click();
    await form.field('Time zone optional').selectOption('America/Chicago');
    await form.button('Add Spanish').click();
    await form.button('Save changes').click();
    await expect(form.dialog.getByText('Must end after it begins')).toBeVisible();
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday']) {
      await form.field(`${day}, closes`).fill('00:00');
    }
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Talent updated');
    expect(await fetchOnlyItem(page, 'talents')).toMatchObject({
      hours: [1, 2, 3, 4].map((day) => ({ day, from: '11:00', to: '24:00' })),
      timeZone: 'America/Chicago',
      languages: ['Spanish'],
    });
    const changed = await openEdit(page, 'talents', 'Marisol Vega');
    await changed.dialog.getByText('History', { exact: true }).click();
    await expect(changed.dialog.locator('details[open]')).toContainText('Monday 11 am to 12 am');
  });

  test("keeps a talent's role that is not among the form's options", async ({ page, server }) => {
    const [id] = await fillList(server, adminList('talents'), ['Devon Achebe']);
    await server.api.patch(`/api/talents/${id}`, { role: 'Customer Support' });
    const form = await openEdit(page, 'talents', 'Devon Achebe');
    await expect(form.field('Role')).toHaveValue('Customer Support');
    await form.field('Name').fill('Devon A.');
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Talent updated');
    expect(await fetchOnlyItem(page, 'talents')).toMatchObject({ role: 'Customer Support' });
  });

  test('creates and edits a case study', async ({ page, server }) => {
    await fillList(server, adminList('case-studies'), []);
    const form = await openNew(page, 'case-studies');
    await fillFields(form, {
      'Client name': 'Tindle',
      Industry: 'Fitness',
      Title: 'Nine studios, one schedule',
      Description: 'Coaches were doing payroll.',
      'Time saved optional': '22 h',
      'Testimonial optional': 'We sleep on Sundays.',
      'Said by optional': 'Jo Park',
      'Their role optional': 'Owner',
    });
    await form.field('Featured').check();
    await form.button('Create').click();
    await expect(toast(page)).toContainText('Case study created');
    expect(await fetchOnlyItem(page, 'case-studies')).toMatchObject({
      clientName: 'Tindle',
      industry: 'Fitness',
      title: 'Nine studios, one schedule',
      description: 'Coaches were doing payroll.',
      timeSaved: '22 h',
      costReduction: null,
      testimonialQuote: 'We sleep on Sundays.',
      testimonialAuthor: 'Jo Park',
      testimonialRole: 'Owner',
      featured: true,
    });

    const editForm = await openEdit(page, 'case-studies', 'Tindle');
    await expect(editForm.field('Featured')).toBeChecked();
    await editForm.field('Featured').uncheck();
    await editForm.field('Time saved optional').fill('');
    await editForm.field('Cost reduction optional').fill('28%');
    await editForm.button('Save changes').click();
    await expect(toast(page)).toContainText('Case study updated');
    expect(await fetchOnlyItem(page, 'case-studies')).toMatchObject({
      timeSaved: null,
      costReduction: '28%',
      featured: false,
    });
  });

  test('creates and edits a package', async ({ page, server }) => {
    await fillList(server, adminList('packages'), []);
    const form = await openNew(page, 'packages');
    await fillFields(form, {
      Name: 'Full PM',
      'Price optional': '1000',
      Description: 'Run for you.',
      "What's included optional": 'Four candidates\n\n  Daily notes  \n',
    });
    await form.field('Most popular').check();
    await form.button('Create').click();
    await expect(toast(page)).toContainText('Package created');
    expect(await fetchOnlyItem(page, 'packages')).toMatchObject({
      price: 1000,
      description: 'Run for you.',
      features: ['Four candidates', 'Daily notes'],
      isPopular: true,
    });

    const editForm = await openEdit(page, 'packages', 'Full PM');
    await expect(editForm.field("What's included optional")).toHaveValue(
      'Four candidates\nDaily notes',
    );
    await editForm.field('Price optional').fill('');
    await editForm.field('Most popular').uncheck();
    await editForm.button('Save changes').click();
    await expect(toast(page)).toContainText('Package updated');
    expect(await fetchOnlyItem(page, 'packages')).toMatchObject({ price: null, isPopular: false });
  });
});
