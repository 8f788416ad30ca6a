import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The viewport of a phone. */
export const phone = { width: 390, height: 780 };
const desktop = { width: 1280, height: 800 };
const colorSchemes = ['light', 'dark'] as const;

/** The dark color scheme changes colors only, so only these rules run in it. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for running animations. Otherwise axe would judge the contrast of a color that is still
 * changing.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });

interface Scope {
  sizes?: (typeof phone)[];
  /** A CSS selector that limits the check, for example to a dialog whose page has its own test. */
  within?: string;
}

/** The selector of the dialog that is open. */
export const dialogSelector = '[data-dialog]';

/**
 * Expects no axe violations, on a phone and on a desktop, in the light and the dark color scheme.
 */
export async function expectNoViolations(page: Page, scope: Scope = {}): Promise<void> {
  const { sizes = [phone, desktop], within = 'html' } = scope;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitForAnimations(page);
      // No script runs in a sandboxed frame, so axe would wait for it.
      const axe = new AxeBuilder({ page }).include(within).exclude('iframe[sandbox]');
      // Both together take half the time: only violations are described, and axe does not open a
      // further page, which it needs only to look into frames.
      axe.options({ resultTypes: ['violations'] });
      axe.setLegacyMode(page.frames().length === 1);
      if (colorScheme === 'dark') axe.withRules(colorRules);
      const { violations } = await axe.analyze();
      const messages = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
      expect.soft(messages, `${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}
