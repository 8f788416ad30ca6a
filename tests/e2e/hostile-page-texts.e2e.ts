import { expect, measureOverhang, test } from './fixtures';
import { patchPage } from './page-blocks';

test.describe('long, foreign and hostile texts', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const arabic = 'كل ساعة عمل مفتوحة مغطاة بالكامل من الموظفين المدربين';
  const unbreakable = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);
  const long = `${unbreakable} ${arabic} 👩‍💼🏋️‍♀️ ${hostile} `;
  const section = { title: long.slice(0, 150), intro: long.repeat(3).slice(0, 390) };
  const markdown = Array.from(
    { length: 10 },
    (_, index) =>
      `## ${index} ${unbreakable}\n\n${long}\n\n- **${arabic}** [${unbreakable}](https://halden.example/${unbreakable})\n- ${hostile}\n\n1. 👩‍💼\n\n\`\`\`\n${unbreakable}\n\`\`\``,
  ).join('\n\n');

  test('overflow no page at 320 px, and run no script', async ({ page, server }) => {
    await patchPage(server, 'home', {
      hero: {
        line1: `${arabic} 👩‍💼`.slice(0, 80),
        line2: unbreakable.slice(0, 80),
        text: long.repeat(2).slice(0, 600),
        firstButton: { label: unbreakable.slice(0, 40), opens: 'call' },
      },
      logos: { title: unbreakable.slice(0, 100) },
      talent: section,
      caseStudies: section,
      pricing: section,
      contact: {
        ...section,
        text: section.intro,
        note: long.slice(0, 150),
        callLabel: unbreakable.slice(0, 40),
      },
      announcement: { text: long.slice(0, 190), link: '/talent', isShown: true },
      footer: {
        text: section.intro,
        industries: [unbreakable, arabic],
        callLabel: unbreakable.slice(0, 60),
      },
    });
    await patchPage(server, 'talent', {
      header: section,
      filters: { industries: [arabic, unbreakable.slice(0, 80)] },
    });
    await patchPage(server, 'privacy', { text: { ...section, markdown } });
    for (const path of ['/', '/talent', '/privacy', '/enquiry']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The fonts may still be loading.
      await expect.poll(() => measureOverhang(page), path).toBe(0);
      await expect(page, path).not.toHaveTitle(/^[12]$/);
      await expect(page.locator('img[onerror], main script'), path).toHaveCount(0);
    }
  });
});
