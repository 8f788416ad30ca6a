import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { adminTabs, adminViews } from '../../src/routes/admin/admin-tabs';
import { samplePlan, samplePlanCode } from '../support/sample-plan';
import { expect, measureOverhang, test } from './fixtures';
import { fillToLastStep, openForm, visit } from './lead-form';
import { createLead, ensureSignedIn, type Site } from './leads';
import { patchSettings } from './settings';

const publicPaths = [
  `/enquiry?plan=${samplePlanCode}`,
  '/',
  '/talent',
  '/enquiry',
  '/cover',
  '/schedule',
  '/privacy',
  '/no-such-page',
  '/admin/login',
];

/** Uploads a one-color logo of the given size. Without one, the site has its drawn mark. */
async function setLogo(site: Site, size?: { width: number; height: number }): Promise<void> {
  await ensureSignedIn(site);
  if (!size) return patchSettings(site, { logo: null });
  const picture = sharp({ create: { ...size, channels: 3, background: '#246' } }).png();
  const { body } = await site.api.upload(await picture.toBuffer(), 'image/png');
  return patchSettings(site, { logo: (body as { servingPath: string }).servingPath });
}

/** Expects no text field that iOS would zoom in to, because its text is smaller than 16 px. */
const expectLargeFields = async (page: Page, where: string) => {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter((field) => !['checkbox', 'radio', 'hidden', 'file'].includes(field.type))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML),
  );
  expect.soft(small, where).toEqual([]);
};

const expectNoHorizontalScroll = async (page: Page, where: string) =>
  expect.soft(await measureOverhang(page), where).toBe(0);

test.describe('narrow screen', () => {
  test.use({ allowErrors: /status of 404/ });

  // A logo is in the header alone, which is the same on every page.
  for (const { name, size, paths } of [
    { name: 'the drawn mark', paths: publicPaths },
    { name: 'a wide logo', size: { width: 900, height: 200 }, paths: ['/', '/admin/login'] },
    { name: 'a square logo', size: { width: 300, height: 300 }, paths: ['/', '/admin/login'] },
  ]) {
    test(`with ${name}, no public page scrolls sideways or has small fields, and the menu is in sight`, async ({
      page,
      server,
    }) => {
      await setLogo(server, size);
      for (const address of paths) {
        await page.goto(address);
        for (const width of [320, 344, 360, 390]) {
          await page.setViewportSize({ width, height: 640 });
          await expectNoHorizontalScroll(page, `${address} at ${width} px`);
        }
        await expectLargeFields(page, address);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto('/');
      await expect(page.locator('header summary')).toBeInViewport({ ratio: 1 });
    });
  }

  test('with text of twice the size, public pages fit, the menu is in sight, and the skip link is not', async ({
    page,
  }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      for (const address of ['/', '/schedule', '/no-such-page']) {
        await page.goto(address);
        await expectNoHorizontalScroll(page, `${address} at ${width} px`);
      }
      await expect(page.locator('header summary')).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('link', { name: 'Skip to content' })).not.toBeInViewport();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/schedule');
    await expect(page.getByRole('columnheader')).toHaveCount(7);
    const cutOff = await page
      .locator('th, td > *')
      .evaluateAll((days) =>
        days.filter((day) => day.scrollWidth > day.clientWidth).map((day) => day.textContent),
      );
    expect(cutOff).toEqual([]);
  });

  test('the headline fits beside the numbers, and breaks between words only', async ({
    page,
    server,
  }) => {
    await ensureSignedIn(server);
    const lines = { line1: 'Your front desk in', line2: 'two languages' };
    const hero = await server.api.patch('/api/pages/home', { hero: lines });
    expect(hero.status).toBe(200);
    await page.goto('/');
    for (const width of [320, 344, 360, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const heading = page.getByRole('heading', { level: 1 });
      const { broken, overhang } = await heading.evaluate((title) => {
        const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const words: { word: string; lines: number }[] = [];
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => top);
            words.push({ word, lines: new Set(tops).size });
          }
        }
        range.selectNodeContents(title);
        const textRight = Math.max(...[...range.getClientRects()].map(({ right }) => right));
        return {
          broken: words.filter(({ lines }) => lines > 1).map(({ word }) => word),
          overhang: Math.max(0, Math.round(textRight - title.getBoundingClientRect().right)),
        };
      });
      expect({ broken, overhang }, `at ${width} px`).toEqual({ broken: [], overhang: 0 });
    }
  });
});

test('the words of headings and quotes are set apart', async ({ page }) => {
  await page.goto('/');
  const spacesEm = await page.evaluate(async () => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    const faces = [
      'condensed 700 100px "Special Gothic"',
      'semi-condensed 500 100px "Special Gothic"',
    ];
    await Promise.all(faces.map((face) => document.fonts.load(face)));
    return faces.map((face) => {
      context.font = face;
      return (context.measureText('n n').width - context.measureText('nn').width) / 100;
    });
  });
  for (const spaceEm of spacesEm) expect(spaceEm).toBeGreaterThan(0.18);
});

test.describe('320 px screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, allowErrors: /status of 404/ });

  test('no admin tab scrolls sideways or has small fields, nor has the dialog of its first entry', async ({
    page,
    signIn,
    server,
  }) => {
    await signIn();
    const companyName = 'A Company Whose Name Is Longer Than The Screen';
    const { id } = await createLead(server, { companyName, plan: samplePlan });
    const tabs = [...adminTabs, ...adminViews].map(({ id }) => `/admin?tab=${id}`);
    for (const address of [...tabs, '/admin/settings', `/admin/leads/${id}`]) {
      const isLead = address.endsWith(id);
      await page.goto(address);
      const heading = page
        .getByRole('main')
        .getByRole('heading', { name: isLead ? companyName : /./ });
      await expect(heading.first()).toBeVisible();
      await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 640 });
        await expectNoHorizontalScroll(page, `${address} at ${width} px`);
      }
      await expectLargeFields(page, address);
      const edit = page.getByRole('button', { name: /^Edit / }).first();
      // A lead is edited on its page.
      if (isLead || !(await edit.isVisible())) continue;
      await edit.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectLargeFields(page, `${address}: dialog`);
    }
  });

  test('the link to Security is marked in its view, and has at least 44 px', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/admin?tab=security');
    const link = page.getByRole('banner').getByRole('link', { name: 'Security' });
    await expect(link).toHaveAttribute('aria-current', 'page');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });

  test('the lead form fits the width of the screen, and has no small fields', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await expectLargeFields(page, 'first step');
    await fillToLastStep(form, 'Narrow');
    await expectLargeFields(page, 'last step');
    const overhang = await form.evaluate((dialog) => [
      dialog.scrollWidth - dialog.clientWidth,
      Math.max(0, dialog.getBoundingClientRect().right - innerWidth),
    ]);
    expect(overhang).toEqual([0, 0]);
  });
});
