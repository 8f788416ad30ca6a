import { expect, test } from '@playwright/test';
import { startDevServer } from '../support/dev-server';

test.describe('npm run dev', () => {
  test.skip(Boolean(process.env.CHROMIUM_MISSING), process.env.CHROMIUM_MISSING);

  test('shows an edited component and style without reloading the page', async ({ page }) => {
    const server = await startDevServer();
    try {
      await expect.poll(server.output).toContain('is listening on');
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));

      await page.goto(`${server.url}/talent`);
      await expect(page.locator('style[data-vite-dev-id$="/src/ui/styles/base.css"]')).toHaveCount(
        1,
      );
      const role = page.getByRole('checkbox', { name: /^Receptionist/ });
      // Until the page is hydrated, a checked box changes nothing.
      await expect(async () => {
        await role.uncheck();
        await role.check();
        await expect(page).toHaveURL(/role=Receptionist/, { timeout: 1_000 });
      }).toPass();
      await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));

      server.edit('src/routes/layout/Footer.tsx', '>Solutions<', '>Edited text<');
      await expect(page.getByText('Edited text').first()).toBeVisible();
      server.edit('src/ui/styles/base.css', 'body {', 'body {\n  outline: 7px solid red;');
      await expect(page.locator('body')).toHaveCSS('outline-width', '7px');
      const cssModule = 'src/routes/layout/Footer.module.css';
      server.edit(cssModule, '.footer {', '.footer {\n  outline: 5px solid red;');
      await expect(page.getByRole('contentinfo')).toHaveCSS('outline-width', '5px');

      await expect(role).toBeChecked();
      await expect(page.locator('body[data-not-reloaded]')).toHaveCount(1);
      expect(errors).toEqual([]);
    } finally {
      await server.stop();
    }
  });
});
