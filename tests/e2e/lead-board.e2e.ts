import type { Page } from '@playwright/test';
import { samplePlan } from '../support/sample-plan';
import { expectNoViolations, phone } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { toast, undoByKeyboard } from './lead-form';
import { createLead } from './leads';

useSiteWithoutLeads();

type Server = Parameters<typeof createLead>[0];

const getColumn = (page: Page, status: string) => page.getByRole('region', { name: status });

/** The card under the pointer. */
const getGhost = (page: Page) => page.locator('[data-ghost]');

interface Point {
  x: number;
  y: number;
}

/** Measures the way of the first new card to another column. */
async function measureMove(page: Page, status: string): Promise<{ from: Point; to: Point }> {
  // The head of a column is complete when its count is loaded.
  await expect(getColumn(page, 'new')).toContainText(/\d leads?/);
  const card = await getColumn(page, 'new').getByRole('listitem').first().boundingBox();
  const column = await getColumn(page, status).boundingBox();
  if (!card || !column) throw new Error('The board is not shown.');
  return {
    from: { x: card.x + 20, y: card.y + 20 },
    to: { x: column.x + 40, y: column.y + 160 },
  };
}

/** Opens the board with one lead, which is new. */
async function openBoard(page: Page, server: Server, companyName: string): Promise<void> {
  await createLead(server, { companyName });
  await page.goto('/admin?tab=leads&view=board');
}

/**
 * Drags the first new card over another column by mouse, and does not drop it.
 * @returns the place where it was
 */
async function dragOver(page: Page, status: string): Promise<Point> {
  const { from, to } = await measureMove(page, status);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await waitUntilOver(page, status);
  return from;
}

/** Answers why a lead is lost, and expects its card in that column. */
async function closeAsLost(page: Page, companyName: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Close ${companyName} as lost` });
  await dialog.getByLabel('Why was it lost?').selectOption('Hired in house');
  await dialog.getByLabel('Details').fill('A cousin starts on Monday.');
  await dialog.getByRole('button', { name: 'Close as lost' }).click();
  await expect(getColumn(page, 'closed lost')).toContainText(companyName);
}

/** Lifts a card by keyboard. The arrow keys move it as soon as the board knows where it is. */
async function liftByKeyboard(page: Page, company: string): Promise<void> {
  await page.getByRole('link', { name: company }).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('[data-over]')).toBeVisible();
  // dnd-kit listens to the arrow keys after a timer of 0 ms, which may be late.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Waits until the board announces where the card is: one that is dropped before stays. */
const waitUntilOver = (page: Page, status: string) =>
  expect(page.getByRole('status').getByText(`Over ${status}.`)).toBeAttached();

/** Moves the lifted card to the next column. */
async function moveRight(page: Page, status: string): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await waitUntilOver(page, status);
}

/** Makes the page poll now: it does when its tab becomes visible. */
const readAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

/** Opens the board with a clock that can go on to the next time at which the list is read. */
async function openBoardWithClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/admin?tab=leads&view=board');
}

/** The list is read every ten seconds. `readAgain` would end the drag. */
const waitForNextRead = (page: Page) => page.clock.fastForward(10_000);

/** Returns a function that touches the screen. */
async function createTouch(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
}

async function drag(touch: Awaited<ReturnType<typeof createTouch>>, from: Point, to: Point) {
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const x = from.x + (to.x - from.x) * part;
    const y = from.y + (to.y - from.y) * part;
    await touch('touchMove', { x, y });
  }
}

test.describe('board of leads', () => {
  test('has a column for each status, which its number sets', async ({ page, server }) => {
    await createLead(server, { companyName: 'Just In', plan: samplePlan });
    await createLead(server, { companyName: 'Called Back' }, 'contacted');
    await createLead(server, { companyName: 'Also Called' }, 'contacted');
    await page.goto('/admin?tab=leads');
    await page.getByRole('link', { name: 'Board' }).click();
    await expect(page).toHaveURL('/admin?tab=leads&view=board');
    const titles = 'new|contacted|discovery call|proposal sent|closed won|closed lost'.split('|');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(titles);
    await expect(getColumn(page, 'contacted')).toContainText('2 leads$2,000');
    await expect(getColumn(page, 'closed won')).toContainText('0 leads$0');
    const card = page.getByRole('link', { name: 'Just In' });
    // The counts are loaded apart from the cards.
    await expect(card).toBeVisible();
    await expectNoViolations(page);
    await card.focus();
    await page.keyboard.press('2');
    await expect(getColumn(page, 'contacted')).toContainText('Just In');
    await expect(card).toBeFocused();
  });

  test('moves a card by mouse, undoes it, leaves it in place on Escape, and asks why a lead is lost', async ({
    page,
    server,
  }) => {
    await openBoard(page, server, 'Dragged Along');
    await dragOver(page, 'proposal sent');
    await page.mouse.up();
    await expect(getColumn(page, 'proposal sent')).toContainText('Dragged Along');
    await expect(page).toHaveURL('/admin?tab=leads&view=board');
    await expect(toast(page)).toContainText('Dragged Along is proposal sent');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(getColumn(page, 'new')).toContainText('Dragged Along');

    const from = await dragOver(page, 'proposal sent');
    await page.keyboard.press('Escape');
    await expect(getGhost(page)).toBeHidden();
    await expect(page.getByText('Dragged Along is back in new.')).toBeAttached();
    // Released on its own card, where a click would open the lead.
    await page.mouse.move(from.x, from.y);
    await page.mouse.up();
    await readAgain(page);
    await expect(getColumn(page, 'new')).toContainText('Dragged Along');
    await expect(getColumn(page, 'proposal sent')).toContainText('0 leads');
    await expect(page).toHaveURL('/admin?tab=leads&view=board');

    await dragOver(page, 'closed lost');
    await page.mouse.up();
    await closeAsLost(page, 'Dragged Along');
  });

  test('moves a card by keyboard, announces each step, and puts it back on Escape or by Undo', async ({
    page,
    server,
  }) => {
    await openBoard(page, server, 'Carried Over');
    await liftByKeyboard(page, 'Carried Over');
    await expect(page.getByText('Carried Over lifted from new.')).toBeAttached();
    await moveRight(page, 'contacted');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Carried Over is back in new.')).toBeAttached();
    await liftByKeyboard(page, 'Carried Over');
    await moveRight(page, 'contacted');
    await page.keyboard.press('Space');
    await expect(page.getByText('Carried Over dropped in contacted.')).toBeAttached();
    await expect(getColumn(page, 'contacted')).toContainText('Carried Over');
    await expect(getColumn(page, 'contacted').getByRole('link')).toBeFocused();
    await undoByKeyboard(page);
    await expect(getColumn(page, 'new').getByRole('link')).toBeFocused();
    await page.keyboard.press('2');
    await expect(getColumn(page, 'contacted').getByRole('link')).toBeFocused();
  });

  // As in a window of 1280 px at 200%.
  test('moves a card by keyboard through columns that are out of view', async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 640, height: 800 });
    await openBoard(page, server, 'Far To Go');
    await liftByKeyboard(page, 'Far To Go');
    for (const status of ['contacted', 'discovery call', 'proposal sent', 'closed won']) {
      await moveRight(page, status);
    }
    await expect(getGhost(page)).toBeInViewport();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('Over proposal sent.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(getColumn(page, 'proposal sent').getByRole('link')).toBeFocused();
  });

  test('keeps a dragged card while the list is read again', async ({ page, server }) => {
    await createLead(server, { companyName: 'In The Hand' });
    await openBoardWithClock(page);
    await dragOver(page, 'proposal sent');
    await createLead(server, { companyName: 'Came In Between' });
    await waitForNextRead(page);
    await expect(getColumn(page, 'new')).toContainText('Came In Between');
    await expect(getGhost(page)).toContainText('In The Hand');
    await page.mouse.up();
    await expect(getColumn(page, 'proposal sent')).toContainText('In The Hand');
    await expect(getColumn(page, 'new')).not.toContainText('In The Hand');
  });

  test('puts a lifted card down when somebody else deletes its lead, and then moves another card', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Soon Gone' });
    await createLead(server, { companyName: 'Still Here' });
    await openBoardWithClock(page);
    await liftByKeyboard(page, 'Soon Gone');
    await server.api.delete(`/api/leads/${id}`);
    await waitForNextRead(page);
    await expect(page.getByText('Soon Gone was moved or deleted by somebody else.')).toBeAttached();
    await liftByKeyboard(page, 'Still Here');
    await expect(page.getByText('Still Here lifted from new.')).toBeAttached();
    await moveRight(page, 'contacted');
    await page.keyboard.press('Space');
    await expect(getColumn(page, 'contacted')).toContainText('Still Here');
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

    test('moves a card after a long press', async ({ page, server }) => {
      await openBoard(page, server, 'Held By A Finger');
      const { from, to } = await measureMove(page, 'contacted');
      const touch = await createTouch(page);
      await touch('touchStart', from);
      await expect(getGhost(page)).toContainText('Held By A Finger');
      await drag(touch, from, to);
      await waitUntilOver(page, 'contacted');
      await touch('touchEnd');
      await expect(getColumn(page, 'contacted')).toContainText('Held By A Finger');
      await expect(page).toHaveURL('/admin?tab=leads&view=board');
    });

    // In a test of its own: touches that follow while the browser still scrolls can't move a card.
    test('leaves a card in place when the finger moves at once', async ({ page, server }) => {
      await openBoard(page, server, 'Swiped Past');
      const { from, to } = await measureMove(page, 'contacted');
      const touch = await createTouch(page);
      // At once, because waiting for each would make it a long press on a busy machine.
      await Promise.all([touch('touchStart', from), touch('touchMove', to), touch('touchEnd')]);
      await readAgain(page);
      await expect(getColumn(page, 'new')).toContainText('Swiped Past');
      await expect(getColumn(page, 'contacted')).toContainText('0 leads');
    });

    test('drops a card that somebody else has moved in the meantime', async ({ page, server }) => {
      const { id } = await createLead(server, { companyName: 'Pulled Away' });
      await openBoardWithClock(page);
      const { from, to } = await measureMove(page, 'proposal sent');
      const touch = await createTouch(page);
      await touch('touchStart', from);
      await expect(getGhost(page)).toBeVisible();
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      await drag(touch, from, middle);
      await server.api.patch(`/api/leads/${id}`, { status: 'contacted' });
      await waitForNextRead(page);
      await expect(getColumn(page, 'contacted')).toContainText('Pulled Away');
      await drag(touch, middle, to);
      await waitUntilOver(page, 'proposal sent');
      await touch('touchEnd');
      await expect(getColumn(page, 'proposal sent')).toContainText('Pulled Away');
      await expect(getGhost(page)).toBeHidden();
    });
  });

  test('moves a card without dragging, and asks why a lead is lost', async ({ page, server }) => {
    await page.setViewportSize(phone);
    await openBoard(page, server, 'Not This Time');
    await page.getByLabel('Move Not This Time to').selectOption('closed lost');
    await closeAsLost(page, 'Not This Time');
    await page.getByRole('link', { name: 'Not This Time' }).click();
    await expect(page.getByText(/^Closed lost: Hired in house/)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Leads' }).click();
    await expect(page).toHaveURL('/admin?tab=leads&view=board');
  });
});
