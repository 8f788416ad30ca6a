import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ApiClient } from '../api-client';
import { provideBrowser } from '../browser';
import { sampleLead } from '../samples';
import { startServer } from '../server-process';
import { temporaryFolder } from '../temporary-folder';
import { screens, type Width } from './screens';

const adminPassword = 'correct horse battery staple';
const schemes = ['light', 'dark'] as const;

/** Pixels of a picture's width, by the window's: to be looked at beside others, and small together. */
const pictureWidths: Record<Width, { view: number; full: number }> = {
  390: { view: 260, full: 180 },
  768: { view: 400, full: 230 },
  1280: { view: 560, full: 300 },
  1920: { view: 560, full: 300 },
};
const widths: readonly Width[] = [390, 768, 1280, 1920];

type Screen = (typeof screens)[number];

/** Enquiries, so that the admin area has something to show. */
async function seed(url: string): Promise<void> {
  const api = new ApiClient(url);
  await api.signIn(adminPassword);
  const leads = [
    ['Halden Skin Studios', 'Olga Brenner', 'new'],
    ['Tindle Coffee', 'Jo Park', 'contacted'],
    ['Northgate Fitness & Recovery Clubs', 'Maximiliana Featherstone', 'discovery_call'],
    ['Ironquay', 'Dario Okonjo', 'proposal_sent'],
    ['Pocketwell', 'Sam Lee', 'closed_won'],
  ] as const;
  for (const [companyName, contactName, status] of leads) {
    const { body } = await api.post('/api/leads', { ...sampleLead, companyName, contactName });
    await api.patch(`/api/leads/${(body as { id: string }).id}`, { status });
  }
}

/** Has the page load what it would load when scrolled to. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
}

async function take(browser: Browser, url: string, folder: string, screen: Screen): Promise<void> {
  const { name, open, full = false, admin = false } = screen;
  for (const width of screen.widths ?? widths) {
    for (const colorScheme of schemes) {
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: width < 600 ? 844 : Math.round(width * 0.66) },
        colorScheme,
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'America/New_York',
      });
      if (admin) {
        await context.request.post('/api/auth/admin/login', { data: { password: adminPassword } });
      }
      const page = await context.newPage();
      await open(page);
      await settle(page);
      const picture = await page.screenshot({ fullPage: full, animations: 'disabled' });
      const dark = colorScheme === 'dark' ? '-dark' : '';
      await sharp(picture)
        .resize(pictureWidths[width][full ? 'full' : 'view'])
        .png({ palette: true, colours: 24, dither: 0, effort: 10 })
        .toFile(join(folder, `${name}-${width}${dark}.png`));
      await context.close();
    }
  }
}

/**
 * Takes the pictures of `docs/screens` from the built site with demo content.
 * @param folder where they go, named by screen, window's width and, when dark, `dark`
 * @throws when there is no browser
 */
export async function takeScreens(folder: string): Promise<void> {
  const found = await provideBrowser('whole');
  if ('missing' in found) throw new Error(found.missing);
  mkdirSync(folder, { recursive: true });
  const data = temporaryFolder();
  const server = await startServer({ DATA_DIR: data.path, ADMIN_PASSWORD: adminPassword });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: found.path, args });
  try {
    await seed(server.url);
    for (const screen of screens) await take(browser, server.url, folder, screen);
  } finally {
    await browser.close();
    await server.stop();
    data.remove();
  }
}
