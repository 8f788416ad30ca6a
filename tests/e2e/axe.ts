import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A phone's screen. */
export const phone = { width: 390, height: 780 };
const desk = { width: 1280, height: 800 };
const schemes = ['light', 'dark'] as const;

/** By night the colours alone are others. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Colours that are still changing have no contrast that could be judged. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });

interface Scope {
  sizes?: (typeof phone)[];
  /** The part to look at: the page behind an open dialog has been looked at by itself. */
  within?: string;
}

/** Whatever dialog is open. */
export const dialog = '.dlg';

/** What axe finds wrong with what is shown now, on a phone and at a desk, by day and by night. */
export async function expectNoFaults(page: Page, scope: Scope = {}): Promise<void> {
  const { sizes = [phone, desk], within = 'html' } = scope;
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await settled(page);
      const axe = new AxeBuilder({ page }).include(within);
      if (colorScheme === 'dark') axe.withRules(rulesOfColour);
      const { violations } = await axe.analyze();
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
      expect.soft(faults, `${size.width} px, ${colorScheme}`).toEqual([]);
    }
  }
}
