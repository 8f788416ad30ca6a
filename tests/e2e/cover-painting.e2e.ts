import type { Locator, Page } from '@playwright/test';
import { lunch } from '../support/painted-week';
import { expect, test } from './fixtures';
import { toast, visit } from './lead-form';
import { expectWeek, swipe, thumb } from './painting';

test.use({ sharedSite: 'demo content' });

const grid = (page: Page) => page.getByRole('grid', { name: /hours nobody covers$/ });

/** Finds a half hour by its beginning, such as "Tuesday, 5 pm". */
const findCell = (page: Page, beginning: string) =>
  grid(page).getByRole('gridcell', { name: `${beginning} to ` });

/** The week of the examples: lunches, an evening, and Saturday. */
const fullWeek = lunch.toSpliced(2, 0, 'Tuesday, 5 pm to 7 pm').concat('Saturday, 9 am to 5 pm');

async function findCenter(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses the mouse on one element and moves it to a half hour, without letting go. */
async function startDrag(page: Page, from: Locator, to: string): Promise<void> {
  const [start, end] = [await findCenter(from), await findCenter(findCell(page, to))];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  await startDrag(page, findCell(page, from), to);
  await page.mouse.up();
}

const foot = (page: Page) => page.getByRole('region', { name: 'Your plan' });

test.describe('the mouse', () => {
  test('paints a week, which shows at once who can work it', async ({ page }) => {
    await visit(page, '/cover');
    await startDrag(page, findCell(page, 'Monday, noon'), 'Friday, 1:30 pm');
    await expect(foot(page)).toContainText('noon to 2 pm, Monday to Friday');
    await expect(foot(page)).toContainText('10 hours. Let go to see who can work them.');
    await page.mouse.up();
    await drag(page, 'Saturday, 4:30 pm', 'Saturday, 9 am');
    await drag(page, 'Tuesday, 5 pm', 'Tuesday, 6:30 pm');
    await expectWeek(page, fullWeek);
    await expect(page.getByRole('tab', { name: 'Front desk 20 h' })).toBeVisible();
    await expect(foot(page)).toContainText('20 hours a week stand uncovered, most on Saturday.');
    await expect(foot(page)).toContainText(/can work|have someone|works them/);
  });

  test('erases from a painted hour on, and Escape cancels a stroke', async ({ page }) => {
    await visit(page, '/cover');
    await page.getByRole('button', { name: 'Lunch', exact: true }).click();
    await startDrag(page, findCell(page, 'Monday, noon'), 'Wednesday, 12:30 pm');
    await expect(foot(page)).toContainText('3 hours. Let go to erase them.');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expectWeek(page, lunch);
    await drag(page, 'Monday, noon', 'Wednesday, 12:30 pm');
    await expectWeek(page, [
      'Monday, 1 pm to 2 pm',
      'Tuesday, 1 pm to 2 pm',
      'Wednesday, 1 pm to 2 pm',
      'Thursday, noon to 2 pm',
      'Friday, noon to 2 pm',
    ]);
    await page.keyboard.press('Control+z');
    await expectWeek(page, lunch);
  });

  test('keeps a stroke of a visitor who leaves as the button is released', async ({ page }) => {
    await visit(page, '/cover');
    await page.evaluate(() => addEventListener('pointerup', () => location.assign('/privacy')));
    await drag(page, 'Tuesday, 5 pm', 'Tuesday, 6:30 pm');
    await expect(page).toHaveURL(/\/privacy$/);
    await visit(page, '/cover');
    await expect(page).toHaveURL(/\/cover\?p=/);
    await expectWeek(page, ['Tuesday, 5 pm to 7 pm']);
  });

  test('paints an hour with a click, and changes it in half hours', async ({ page }) => {
    await visit(page, '/cover');
    await findCell(page, 'Tuesday, 5:30 pm').click();
    await expectWeek(page, ['Tuesday, 5 pm to 6 pm']);
    await findCell(page, 'Tuesday, 5:30 pm').click();
    await expect(foot(page)).toContainText('Tuesday, 5 pm to 6 pm');
    const later = page.getByRole('button', { name: 'From half an hour later' });
    await later.press('Enter');
    await expect(later).toBeDisabled();
    await expect(later).toBeFocused();
    await page.getByRole('button', { name: 'From half an hour earlier' }).click();
    await page.getByRole('button', { name: 'To half an hour later' }).click();
    await page.getByRole('button', { name: 'From half an hour earlier' }).click();
    await expectWeek(page, ['Tuesday, 4:30 pm to 6:30 pm']);

    await startDrag(page, page.locator('[data-edge="to"]'), 'Tuesday, 7:30 pm');
    await page.mouse.up();
    await expectWeek(page, ['Tuesday, 4:30 pm to 8 pm']);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expectWeek(page, []);
    await expect(foot(page)).toContainText('Nothing painted yet.');
  });

  test('copies Monday, clears the desk, and brings it back', async ({ page }) => {
    await visit(page, '/cover');
    await drag(page, 'Monday, noon', 'Monday, 1:30 pm');
    await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    await expectWeek(page, lunch);
    const preset = page.getByRole('button', { name: 'Lunch', exact: true });
    await expect(preset).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Clear Front desk' }).click();
    await expectWeek(page, []);
    await expect(toast(page)).toContainText('10 hours');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expectWeek(page, lunch);
    await preset.click();
    await expectWeek(page, []);
  });
});

test.describe('the keyboard', () => {
  test('goes on in the grid after “Begin with Lunch”', async ({ page }) => {
    await visit(page, '/cover');
    await page.getByRole('button', { name: 'Begin with Lunch' }).press('Enter');
    await expectWeek(page, lunch);
    await expect(grid(page).locator('[role=gridcell]:focus')).toHaveCount(1);
  });

  test('paints, erases and clears a week, and its focus stays in sight', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await visit(page, '/cover');
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    };
    await findCell(page, 'Monday, noon').focus();
    await page.keyboard.down('Shift');
    await press('ArrowRight', 3);
    await press('ArrowDown', 4);
    await page.keyboard.up('Shift');
    await expectWeek(page, lunch);

    await press('ArrowDown');
    await press('Home');
    await press('ArrowRight', 2);
    const saturday = findCell(page, 'Saturday, 9 am');
    await expect(saturday).toBeFocused();
    const [cellBox, footBox] = [await saturday.boundingBox(), await foot(page).boundingBox()];
    if (!cellBox || !footBox) throw new Error('The sheet is not visible.');
    expect(cellBox.y + cellBox.height).toBeLessThanOrEqual(footBox.y);
    await press('Space');
    await press('Shift+PageDown', 3);
    await press('Shift+ArrowRight', 3);
    await press('ArrowUp', 4);
    await expect(findCell(page, 'Tuesday, 4:30 pm')).toBeFocused();
    await press('ArrowRight');
    await press('Enter');
    await press('Shift+ArrowRight', 3);
    await expectWeek(page, fullWeek);

    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.keyboard.up('Shift');
    await expectWeek(page, fullWeek);
    await page.keyboard.press('Control+z');
    await expectWeek(page, fullWeek.with(2, 'Tuesday, 5 pm to 6:30 pm'));

    const clear = page.getByRole('button', { name: 'Clear Front desk' });
    await clear.press('Enter');
    await expect(clear).toBeDisabled();
    await expect(clear).toBeFocused();
  });

  test('switches, adds, renames and removes desks', async ({ page }) => {
    await visit(page, '/cover');
    await page.getByRole('tab', { name: /^Front desk/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /^Phones/ })).toBeFocused();
    await expect(page.getByRole('grid', { name: 'Phones, hours nobody covers' })).toBeVisible();

    await page.getByRole('button', { name: 'Add desk' }).click();
    const name = page.getByRole('textbox', { name: 'Name of the desk' });
    await name.fill('phones');
    await name.press('Enter');
    await expect(page.getByText('There is a desk with this name.')).toBeVisible();
    await name.fill('Night desk');
    await name.press('Enter');
    const tab = page.getByRole('tab', { name: 'Night desk 0 h' });
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute('aria-selected', 'true');

    await page.getByRole('button', { name: 'Rename or remove Night desk' }).click();
    await name.fill('Late desk');
    await name.press('Enter');
    await expect(page.getByRole('tab', { name: 'Late desk 0 h' })).toBeFocused();
    await page.getByRole('button', { name: 'Rename or remove Late desk' }).click();
    await page.getByRole('button', { name: 'Remove desk' }).click();
    await expect(page.getByRole('tab')).toHaveCount(3);
  });
});

test.describe('a thumb', () => {
  test.use(thumb);

  const swipeOver = async (page: Page, places: string[], end?: 'touchCancel') =>
    swipe(page, await Promise.all(places.map((place) => findCenter(findCell(page, place)))), end);

  test('paints a week sideways, and its hours on the days below', async ({ page }) => {
    await visit(page, '/cover');
    await grid(page).evaluate((element) => element.scrollIntoView());
    await swipeOver(page, ['Monday, noon', 'Monday, 1:30 pm', 'Friday, 1:30 pm']);
    await swipeOver(page, ['Saturday, 9 am', 'Saturday, 4:30 pm']);
    await swipeOver(page, ['Tuesday, 5 pm', 'Tuesday, 6:30 pm']);
    await expectWeek(page, fullWeek);
  });

  test('scrolls up and down, and a stroke that is canceled leaves nothing', async ({ page }) => {
    await visit(page, '/cover');
    const { x, y } = await findCenter(findCell(page, 'Wednesday, noon'));
    await swipe(page, [
      { x, y },
      { x: x + 2, y: y - 250 },
    ]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expectWeek(page, []);
    await swipeOver(page, ['Thursday, noon', 'Thursday, 3 pm'], 'touchCancel');
    await expectWeek(page, []);
    await expect(foot(page)).toContainText('Nothing painted yet.');
  });

  test('paints an hour with a tap, and opens its times', async ({ page }) => {
    await visit(page, '/cover');
    await findCell(page, 'Monday, 10 am').tap();
    await expect(foot(page)).toContainText('Monday, 10 am to 11 am');
    await page.getByRole('button', { name: 'To half an hour later' }).tap();
    await page.getByRole('button', { name: 'Done' }).tap();
    await expectWeek(page, ['Monday, 10 am to 11:30 am']);
  });
});

test('the sheet mirrors on a right-to-left page', async ({ page }) => {
  await visit(page, '/cover');
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await drag(page, 'Monday, noon', 'Monday, 1:30 pm');
  await expectWeek(page, ['Monday, noon to 2 pm']);
  await findCell(page, 'Tuesday, noon').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(findCell(page, 'Tuesday, 12:30 pm')).toBeFocused();
});
