import { dialogSelector, everySize, expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { next, openForm, submit, thankYouDialog, visit } from './lead-form';

test.use({ sharedSite: 'demo content', allowErrors: /status of (400|404)/ });

test.describe('public site accessibility', () => {
  test('no page has axe violations, nor has the inquiry page with validation errors', async ({
    page,
  }) => {
    for (const path of [
      '/',
      '/talent',
      '/talent?role=Customer+Support&industry=Healthcare',
      '/enquiry',
      '/schedule',
      '/privacy',
      '/admin/login',
      '/no-such-page',
    ]) {
      await test.step(path, async () => {
        await visit(page, path);
        await expectNoViolations(page);
      });
    }
    await visit(page, '/enquiry');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await expectNoViolations(page);
  });

  test('the lead form has no axe violations in its steps, their validation errors, and the thank-you dialog', async ({
    page,
  }) => {
    await visit(page, '/talent');
    const form = await openForm(page, 'View Profile, Marisol Vega');
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await next(form);
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await form.getByLabel('Company name').fill('Axe');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await next(form);
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await form.getByLabel('Email').fill('olga@haldenskin.example');
    await next(form);
    await form.getByLabel('Number of locations').fill('none');
    await submit(form);
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await form.getByLabel('Number of locations').fill('4');
    await form.getByLabel('Interested package').selectOption('Full PM ($1,000)');
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('Proceed to Payment');
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
  });

  test('forced colors show the fields of a sentence, the chosen desk, and whole buttons', async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await visit(page, '/cover');
    const field = page.getByRole('combobox').first();
    expect(await field.evaluate((select) => getComputedStyle(select).borderStyle)).toBe('solid');
    const tab = page.getByRole('tab', { name: /^Front desk/ });
    const bar = await tab.evaluate((tab) => getComputedStyle(tab, '::after').backgroundColor);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(bar).not.toBe(ground);
    await visit(page, '/talent?role=Receptionist');
    const button = page.getByRole('button', { name: 'Clear Filters' }).first();
    const [right, panelRight] = await button.evaluate((button) => [
      button.getBoundingClientRect().right,
      button.closest('aside')?.getBoundingClientRect().right,
    ]);
    expect(right).toBeLessThanOrEqual(panelRight ?? 0);
  });

  test('the menu and the filters of the mobile layout have no axe violations', async ({ page }) => {
    await page.setViewportSize(phone);
    await visit(page, '/talent?role=Receptionist');
    await page.locator('summary[aria-label="Menu"]').click();
    await expectNoViolations(page, { sizes: [phone] });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('dialog', { name: /^Filters/ })).toBeVisible();
    await expectNoViolations(page, { sizes: [phone] });
  });
});
