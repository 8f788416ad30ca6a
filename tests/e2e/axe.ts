import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The selector of the dialog that is open. */
export const dialogSelector = '[data-dialog]';

/** The viewport of a phone. */
export const phone = { width: 390, height: 780 };
const desktop = { width: 1280, height: 800 };
export const everySize = [phone, desktop];
const colorSchemes = ['light', 'dark'] as const;

/** The dark color scheme changes colors only, so only these rules run in it. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for running animations, other than those that follow a scroll position. Otherwise axe would
 * judge the contrast of a color that is still changing.
 */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });

/**
 * Runs axe in the page. Loads it once per document: `@axe-core/playwright` does so twice per run,
 * which takes a third of the time.
 * @param rules the rules to run, instead of axe's default
 */
async function findViolations(page: Page, within: string, rules?: string[]) {
  const isLoaded = await page.evaluate(() => window.axe !== undefined);
  if (!isLoaded) await page.evaluate(axeSource);
  // The site's frames are sandboxed: axe does not run in them.
  const options: axe.RunOptions = { resultTypes: ['violations'], iframes: false };
  if (rules) options.runOnly = { type: 'rule', values: rules };
  return page.evaluate(
    async (run) => {
      const results = await window.axe?.run({ include: [run.within] }, run.options);
      if (!results) throw new Error('axe is not loaded.');
      return results.violations;
    },
    { within, options },
  );
}

/**
 * Lists the buttons that look like the one action of a view: of the dialog that is open, of a page of
 * the admin area, or of the part of a public page that is on the screen, below its header.
 */
const listPrimaryButtons = (page: Page) =>
  page.evaluate((dialog) => {
    const sample = document.createElement('i');
    sample.style.background = 'var(--action)';
    document.body.append(sample);
    const { backgroundColor } = getComputedStyle(sample);
    sample.remove();
    const opened = [...document.querySelectorAll(dialog)].at(-1);
    const isWhole = opened || location.pathname.startsWith('/admin');
    const view = opened ?? (isWhole ? document.body : document.querySelector('main'));
    // The preview in a form shows the button of the public page.
    return [...(view?.querySelectorAll<HTMLElement>(':is(a, button, label):not([inert] *)') ?? [])]
      .filter((one) => getComputedStyle(one).backgroundColor === backgroundColor)
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => isWhole || one.getBoundingClientRect().top < innerHeight)
      .map((one) => one.innerText);
  }, dialogSelector);

interface Scope {
  /** A CSS selector that limits the check, for example to a dialog whose page has its own test. */
  within?: string;
  /** The screens, for a whole page those of a phone and a desktop, else the one that is set. */
  sizes?: (typeof phone)[];
}

/** Expects no axe violations, in the light and the dark color scheme, and one main action at most. */
export async function expectNoViolations(
  page: Page,
  { within, sizes = within ? [page.viewportSize() ?? desktop] : everySize }: Scope = {},
): Promise<void> {
  // The code of a dialog may still be loading.
  if (within) await expect(page.locator(within).first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await waitForAnimations(page);
      const rules = colorScheme === 'dark' ? colorRules : undefined;
      const violations = await findViolations(page, within ?? 'html', rules);
      const messages = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
      expect.soft(messages, `${size.width} px, ${colorScheme}`).toEqual([]);
      const primary = await listPrimaryButtons(page);
      expect.soft(primary.length, `green: ${primary.join(', ')}`).toBeLessThanOrEqual(1);
    }
  }
}
