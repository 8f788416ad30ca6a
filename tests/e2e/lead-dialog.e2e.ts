import { everySize } from './axe';
import { expect, test } from './fixtures';
import { createLead, openLead } from './leads';

test.use({ sharedSite: 'demo content' });

const message = Array.from(
  { length: 40 },
  (_, line) => `Line ${line + 1} of what the visitor has to say about the front desk.`,
).join('\n');

test.beforeEach(({ signIn }) => signIn());

test('the dialog of a lead shows the status field without scrolling, and a long message in full, on every screen', async ({
  page,
  server,
}) => {
  await createLead(server, { companyName: 'Much To Say', message });
  for (const size of everySize) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      const dialog = await openLead(page, 'Much To Say');
      const text = dialog.getByText('Line 1 of what');
      await expect(text).toContainText('Line 40 of what');
      const field = dialog.getByLabel('Status');
      await expect(field).toBeInViewport({ ratio: 1 });
      expect(await dialog.locator('[data-part=content]').evaluate((body) => body.scrollTop)).toBe(
        0,
      );
      const [box, footer] = await Promise.all([
        field.boundingBox(),
        dialog.locator('[data-part=footer]').boundingBox(),
      ]);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
      const overflow = await text.evaluate(
        (element) => element.scrollHeight - element.clientHeight,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await text.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport();
    });
  }
});
