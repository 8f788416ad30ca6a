import { describe, expect, it } from 'vitest';
import { button, region } from './page';
import { sizes, useSite } from './site';

// No other host is reached, so the pixel's script fails to load.
const site = useSite(sizes.phone, { META_PIXEL_ID: '4711' }, /connect\.facebook\.net/);

const banner = region('May we measure your visit?');

/** Runs in the page: whether the platform's script was requested. */
const isPixelRequested = () => document.querySelector('script[src*="facebook"]') !== null;

// The tests run in this order in one browser, so each finds the choice of the one before.
describe('consent banner', () => {
  it('loads the platform after Accept, and on later pages without asking again', async () => {
    const { page } = site;
    await page.open('/');
    await page.find(banner);
    expect(await page.run(isPixelRequested)).toBe(false);
    await page.click(button('Accept'));
    await page.waitUntilGone(banner);
    await page.waitUntil('the pixel', () => page.run(isPixelRequested));
    await page.open('/talent');
    await page.waitUntil('the pixel', () => page.run(isPixelRequested));
    expect(await page.findAll(banner)).toEqual([]);
  });

  it('stops the platform when the visitor changes the choice to Refuse', async () => {
    const { page } = site;
    await page.open('/');
    await page.click(button('Cookie settings'));
    await page.find(banner);
    await page.click(button('Refuse'));
    await page.waitUntilGone(banner);
    await page.open('/talent');
    await page.find(button('Cookie settings'));
    expect(await page.run(isPixelRequested)).toBe(false);
    expect(await page.findAll(banner)).toEqual([]);
  });

  it('loads the platform again when the visitor changes the choice to Accept', async () => {
    const { page } = site;
    await page.open('/');
    await page.click(button('Cookie settings'));
    await page.click(button('Accept'));
    await page.waitUntilGone(banner);
    await page.open('/talent');
    await page.waitUntil('the pixel', () => page.run(isPixelRequested));
  });
});
