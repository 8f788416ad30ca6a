import { Key } from 'selenium-webdriver';
import { describe, expect, it } from 'vitest';
import { encodePlan } from '../../src/cover/encode-plan';
import { createStartingPlan } from '../../src/routes/cover/cover-state';
import { lunch, readWeek } from '../support/painted-week';
import { button } from './page';
import { useSite } from './site';

const site = useSite();

/** Runs in the page: finds the half hour of the sheet that begins at a time. */
const findCell = (day: string, time: string) =>
  document.querySelector<HTMLElement>(`[role=gridcell][aria-label^="${day}, ${time} to "]`);

const expectWeek = (...hours: string[]) =>
  site.page.waitUntil(`the hours ${hours.join(', ')}`, async () => {
    const week = await site.page.run(readWeek);
    return week.join() === hours.join();
  });

/** Paints from one half hour to another with the pointer. */
async function drag(from: [day: string, time: string], to: [day: string, time: string]) {
  const { page } = site;
  const [start, end] = [await page.run(findCell, ...from), await page.run(findCell, ...to)];
  if (!start || !end) throw new Error(`The sheet does not show ${from} or ${to}.`);
  const actions = page.browser.driver.actions();
  await actions.move({ origin: start }).press().move({ origin: end }).release().perform();
}

/** Presses keys one after the other, all while Shift is held if so wanted. */
async function press(keys: string[], { shift = false } = {}): Promise<void> {
  const actions = site.page.browser.driver.actions();
  if (shift) actions.keyDown(Key.SHIFT);
  for (const key of keys) actions.keyDown(key).keyUp(key);
  if (shift) actions.keyUp(Key.SHIFT);
  await actions.perform();
}

describe('the sheet of hours', () => {
  it('is painted, erased and undone with a pointer', async () => {
    await site.page.open('/cover');
    await drag(['Monday', 'noon'], ['Friday', '1:30 pm']);
    await expectWeek(...lunch);
    await site.page.waitForText('All 10 hours have someone.');
    await drag(['Saturday', '4:30 pm'], ['Saturday', '9 am']);
    await expectWeek(...lunch, 'Saturday, 9 am to 5 pm');
    await drag(['Monday', 'noon'], ['Monday', '1:30 pm']);
    await expectWeek(...lunch.slice(1), 'Saturday, 9 am to 5 pm');
    await site.page.click(button('Undo'));
    await expectWeek(...lunch, 'Saturday, 9 am to 5 pm');
  });

  it('is painted, erased and undone with the keyboard', async () => {
    // Without an address, the sheet would open with the hours of the last test.
    await site.page.open(`/cover?p=${encodePlan(createStartingPlan('America/New_York'))}`);
    await site.page.run(() =>
      document.querySelector<HTMLElement>('[role=gridcell][aria-label^="Monday, noon"]')?.focus(),
    );
    await press([...Array(3).fill(Key.ARROW_RIGHT), ...Array(4).fill(Key.ARROW_DOWN)], {
      shift: true,
    });
    await expectWeek(...lunch);
    await press([Key.SPACE]);
    await expectWeek(...lunch.slice(0, 4), 'Friday, noon to 1:30 pm');
    await press([Key.ARROW_DOWN, Key.HOME, Key.ENTER]);
    await press(Array(2).fill(Key.PAGE_DOWN), { shift: true });
    await expectWeek(...lunch.slice(0, 4), 'Friday, noon to 1:30 pm', 'Saturday, 8 am to 12:30 pm');
    expect(await site.page.run(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Saturday, noon to 12:30 pm, /,
    );
  });
});
