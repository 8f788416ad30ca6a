import type { Page } from '@playwright/test';
import { adminList, fetchStoredNames, fillList, getRows, openList, pickUp } from './admin-lists';
import { expect, test, withMotion } from './fixtures';
import { holdNextResponse, holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { waitForIdle } from './wait-for-idle';

test.use({ sharedSite: 'own lists', ...withMotion });

const talents = adminList('talents');
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.beforeEach(({ signIn }) => signIn());

test.describe('reordering an admin list', () => {
  test('disables the arrows at both ends, and all arrows while an order is being saved', async ({
    page,
    server,
  }) => {
    await openList(page, server, talents, ['Ana', 'Ben', 'Cleo']);
    const readEnabledStates = async () =>
      Promise.all(
        ['Ana', 'Ben', 'Cleo'].flatMap((name) =>
          ['up', 'down'].map((direction) =>
            getButton(page, `Move ${name} ${direction}`).isEnabled(),
          ),
        ),
      );
    await expect(getRows(page, talents)).toHaveCount(3);
    expect(await readEnabledStates()).toEqual([false, true, true, true, true, false]);

    const release = await holdRequests(page, '**/api/talents/reorder');
    await getButton(page, 'Move Ana down').click();
    await expect(getRows(page, talents)).toContainText(['Ben', 'Ana', 'Cleo']);
    expect(await readEnabledStates()).toEqual(Array(6).fill(false));
    // The Enter key moves nothing either.
    await page.keyboard.press('Enter');
    await expect(getRows(page, talents)).toContainText(['Ben', 'Ana', 'Cleo']);
    release();
    await expect(toast(page)).toContainText('Order updated');
    expect(await readEnabledStates()).toEqual([true, true, false, true, true, false]);
  });

  test('stays when a list that was read before arrives after it', async ({ page, server }) => {
    await openList(page, server, talents, ['Ana', 'Ben', 'Cleo']);
    await expect(getRows(page, talents)).toHaveCount(3);
    await page.getByRole('link', { name: 'Overview' }).first().click();
    const list = await holdNextResponse(page, '**/api/talents/all');
    await page.goBack();
    await list.read;
    await getButton(page, 'Move Ana down').click();
    await expect(toast(page)).toContainText('Order updated');
    await list.release();
    await waitForIdle(page);
    await expect(getRows(page, talents)).toContainText(['Ben', 'Ana', 'Cleo']);
  });

  test('keeps the focus on the arrow or, at the end, moves it to the other, and announces the position', async ({
    page,
    server,
  }) => {
    await openList(page, server, talents, ['Ana', 'Ben', 'Cleo', 'Dan']);
    await getButton(page, 'Move Dan up').focus();
    for (const place of [3, 2]) {
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Dan moved to place ${place} of 4.`)).toBeAttached();
      await expect(getButton(page, 'Move Dan up')).toBeFocused();
      await expect(getButton(page, 'Move Dan up')).toBeEnabled();
      await expect(getButton(page, 'Move Dan up')).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText('Dan moved to place 1 of 4.')).toBeAttached();
    await expect(getButton(page, 'Move Dan up')).toBeDisabled();
    await expect(getButton(page, 'Move Dan down')).toBeFocused();
    await expect(getButton(page, 'Move Dan down')).toBeEnabled();
    await expect(getButton(page, 'Move Dan down')).toBeFocused();
  });

  test('moves a row that is dragged with the mouse', async ({ page, server }) => {
    await openList(page, server, talents, ['Ana', 'Ben', 'Cleo']);
    await dragByMouse(page, 'Ana', 'Cleo');
    await expect(getRows(page, talents)).toContainText(['Ben', 'Cleo', 'Ana']);
    await expect(toast(page)).toContainText('Order updated');
    expect(await fetchStoredNames(server, talents)).toEqual(['Ben', 'Cleo', 'Ana']);
  });

  test('moves a row with the keyboard, announces every step, and puts it back on Escape', async ({
    page,
    server,
  }) => {
    const names = ['Ana', 'Ben', 'Cleo'];
    await openList(page, server, talents, names);
    const handle = getButton(page, 'Reorder Ana');
    await expect(handle).toHaveAccessibleDescription(/Press Space to pick the row up/);
    await pickUp(page, 'Ana', 'place 1 of 3');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Ana, place 2 of 3.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Ana is back, place 1 of 3.')).toBeAttached();
    await expect(getRows(page, talents)).toContainText(names);
    await expect(handle).toBeFocused();
    expect(await fetchStoredNames(server, talents)).toEqual(names);

    await pickUp(page, 'Ana', 'place 1 of 3');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Ana, place 2 of 3.')).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Ana, place 3 of 3.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText('Dropped Ana, place 3 of 3.')).toBeAttached();
    await expect(getRows(page, talents)).toContainText(['Ben', 'Cleo', 'Ana']);
    await expect(toast(page)).toContainText('Order updated');
    await expect(handle).toBeFocused();
    expect(await fetchStoredNames(server, talents)).toEqual(['Ben', 'Cleo', 'Ana']);
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 780 } });

    test('picks up a row on a long press, and scrolls when the finger moves at once', async ({
      page,
      server,
    }) => {
      await openList(page, server, talents, ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn']);
      await dragAnaByTouch(page);
      await expect(getRows(page, talents)).toContainText(['Ben', 'Ana', 'Cleo']);
      await expect(toast(page)).toContainText('Order updated');
      const stored = await fetchStoredNames(server, talents);
      expect(stored).toEqual(['Ben', 'Ana', 'Cleo', 'Dan', 'Eve', 'Finn']);

      await page.evaluate(() => scrollTo(0, 0));
      await getRows(page, talents).nth(1).scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => window.scrollY);
      const from = await getRowCenter(page, 'Ana');
      const touch = await createTouch(page, from.x);
      // Sent without waiting for each event: on a busy machine the delay would make it a long
      // press.
      await Promise.all([
        touch('touchStart', from.y),
        ...Array.from({ length: 16 }, (_, step) => touch('touchMove', from.y - 15 * (step + 1))),
        touch('touchEnd'),
      ]);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 100);
      await expect(page.getByText(/^Picked up/)).toHaveCount(0);
      expect(await fetchStoredNames(server, talents)).toEqual(stored);
    });
  });

  test.describe('when the server rejects the order', () => {
    test.use({ allowErrors: /status of (409|500)/ });
    const methods: [string, (page: Page) => Promise<void>][] = [
      ['an arrow button', (page) => getButton(page, 'Move Ana down').click()],
      ['the mouse', (page) => dragByMouse(page, 'Ana', 'Ben')],
      [
        'the keyboard',
        async (page) => {
          await pickUp(page, 'Ana', 'place 1 of 3');
          await page.keyboard.press('ArrowDown');
          await expect(page.getByText('Ana, place 2 of 3.')).toBeAttached();
          await page.keyboard.press('Space');
        },
      ],
    ];
    test('puts a moved row back and shows an error, whichever way it was moved', async ({
      page,
      server,
    }) => {
      await openList(page, server, talents, ['Ana', 'Ben', 'Cleo']);
      await page.route('**/api/talents/reorder', (route) => route.fulfill({ status: 500 }));
      for (const [method, move] of methods) {
        await test.step(method, async () => {
          await move(page);
          await expect(toast(page)).toContainText('Error');
          await expect(toast(page)).toContainText('Failed to reorder. Please try again.');
          await expect(getRows(page, talents)).toContainText(['Ana', 'Ben', 'Cleo']);
          await expect(getButton(page, 'Move Ana down')).toBeEnabled();
          await toast(page).getByRole('button', { name: 'Close' }).click();
          await expect(toast(page)).toHaveCount(0);
        });
      }
    });

    test('reloads the list when someone else has changed it', async ({ page, server }) => {
      const ids = await openList(page, server, talents, ['Ana', 'Ben', 'Cleo']);
      await expect(getRows(page, talents)).toHaveCount(3);
      await server.api.post('/api/talents/reorder', { orderedIds: ids.toReversed() });
      await getButton(page, 'Move Ana down').click();
      await expect(toast(page)).toContainText('Failed to reorder. Please try again.');
      await expect(getRows(page, talents)).toContainText(['Cleo', 'Ben', 'Ana']);
      expect(await fetchStoredNames(server, talents)).toEqual(['Cleo', 'Ben', 'Ana']);

      await fillList(server, talents, ['Ana', 'Ben']);
      await getButton(page, 'Move Cleo down').click();
      await expect(toast(page)).toContainText('Failed to reorder. Please try again.');
      await expect(getRows(page, talents)).toContainText(['Ana', 'Ben']);
      await expect(getRows(page, talents)).toHaveCount(2);
    });
  });
});

async function getRowCenter(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await getRows(page, talents).filter({ hasText: name }).boundingBox();
  if (!box) throw new Error(`There is no row ${name}.`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Creates a function that dispatches touch events at the horizontal position `x`. */
async function createTouch(page: Page, x: number) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x, y }],
    });
}

async function dragByMouse(page: Page, name: string, onto: string): Promise<void> {
  await expect(getRows(page, talents).filter({ hasText: onto })).toBeVisible();
  await getRows(page, talents).last().scrollIntoViewIfNeeded();
  const from = await getRowCenter(page, name);
  const to = await getRowCenter(page, onto);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 10, { steps: 2 });
  await page.mouse.move(to.x, to.y + 5, { steps: 8 });
  await expect(page.getByText(new RegExp(`^${name}, place`))).toBeAttached();
  await page.mouse.up();
}

/** Drags the first of six rows onto the second by touch. */
async function dragAnaByTouch(page: Page): Promise<void> {
  await getRows(page, talents).nth(1).scrollIntoViewIfNeeded();
  const from = await getRowCenter(page, 'Ana');
  const to = await getRowCenter(page, 'Ben');
  const touch = await createTouch(page, from.x);
  await touch('touchStart', from.y);
  await expect(page.getByText('Picked up Ana, place 1 of 6.')).toBeAttached();
  for (const part of [0.25, 0.5, 0.75, 1.1]) {
    await touch('touchMove', from.y + (to.y - from.y) * part);
  }
  await expect(page.getByText('Ana, place 2 of 6.')).toBeAttached();
  await touch('touchEnd');
}
