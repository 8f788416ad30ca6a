import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openDatabase } from '../../src/db/database.server';
import { HOUR, MINUTE } from '../../src/lib/time/durations';
import { ApiClient, adminPassword } from '../support/api-client';
import { provideBrowser } from '../support/browser';
import { listenOnFreePort } from '../support/free-port';
import { sampleLead } from '../support/samples';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';
import { keptScreens, phoneAndDesktop, screens, type Width } from './screens';

const schemes = ['light', 'dark'] as const;

/**
 * The width of a screenshot in pixels, by viewport width: text stays readable in the first view, and
 * whole pages take little space.
 */
const screenshotWidths: Record<Width, { view: number; full: number }> = {
  390: { view: 390, full: 260 },
  768: { view: 640, full: 320 },
  1280: { view: 1000, full: 480 },
  1920: { view: 1000, full: 480 },
};
const widths: readonly Width[] = [390, 768, 1280, 1920];

/** The folder in the repository that has the screenshots for its readers. */
const keptFolder = 'docs/screens';

type Screen = (typeof screens)[number];

/** Creates leads, calls and webhooks, so that the admin area has something to show. */
async function seed(url: string, webhookUrl: string, dataDir: string): Promise<void> {
  const api = new ApiClient(url);
  await api.signIn();
  await api.post('/api/setup/hide');
  const events = ['lead.created', 'call.booked'];
  for (const name of ['Front desk sheet', 'CRM']) {
    await api.post('/api/webhooks', { name, url: webhookUrl, events });
  }
  const leads = [
    ['Copperline Fitness', 'Dana Whitcomb', 'new'],
    ['Peachtree Glow MedSpa', 'Keisha Monroe', 'new'],
    ['Halden Skin Studios', 'Olga Brenner', 'new'],
    ['Tindle Coffee', 'Jo Park', 'contacted'],
    ['Northgate Fitness & Recovery Clubs', 'Maximiliana Featherstone', 'discovery_call'],
    ['Ironquay', 'Dario Okonjo', 'proposal_sent'],
    ['Pocketwell', 'Sam Lee', 'closed_won'],
    ['Greenline Dental', 'Priya Raman', 'new'],
    ['Larkfield Veterinary', 'Tom Okafor', 'contacted'],
  ] as const;
  const ids: string[] = [];
  for (const [index, [companyName, contactName, status]] of leads.entries()) {
    const phone = `(555) 555-01${10 + index}`;
    const email = `${contactName.toLowerCase().replace(' ', '.')}@x.example`;
    const lead = { ...sampleLead, companyName, contactName, email, phone };
    const { body } = await api.post('/api/leads', lead);
    const { id } = body as { id: string };
    ids.push(id);
    await api.patch(`/api/leads/${id}`, { status });
    if (companyName === 'Tindle Coffee') await planDay(api, id);
    if (companyName === 'Ironquay') await holdCall(api, id, dataDir);
  }
  await api.post('/api/leads/bulk', { ids: ids.slice(-2), action: 'delete' });
}

/** Gives a lead a next step and a call. */
async function planDay(api: ApiClient, id: string): Promise<void> {
  const soon = new Date(Date.now() + MINUTE).toISOString();
  await api.patch(`/api/leads/${id}`, { nextStep: { text: 'Send the proposal', dueAt: soon } });
  const { body } = await api.get('/api/scheduling/slots');
  const [start] = (body as { slots: string[] }).slots;
  await api.post(`/api/leads/${id}/bookings`, { start, timeZone: 'America/Los_Angeles' });
}

/** Books a call for a lead, and lets it take place two hours ago. */
async function holdCall(api: ApiClient, id: string, dataDir: string): Promise<void> {
  const { body } = await api.get('/api/scheduling/slots');
  const start = (body as { slots: string[] }).slots.at(-1);
  await api.post(`/api/leads/${id}/bookings`, { start });
  const db = await openDatabase({ DATA_DIR: dataDir });
  const now = Math.floor(Date.now() / HOUR) * HOUR;
  const toTime = (hours: number) => new Date(now + hours * HOUR).toISOString();
  await db
    .updateTable('bookings')
    .set({ startAt: toTime(-2), endAt: toTime(-1.5) })
    .where('leadId', '=', id)
    .execute();
  await db.destroy();
}

/** Starts a receiver of webhooks. @returns its address, and a function that stops it */
async function startReceiver(): Promise<{ url: string; stop: () => void }> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.end('ok');
  });
  const port = await listenOnFreePort(receiver);
  return { url: `http://127.0.0.1:${port}/leads`, stop: () => receiver.close() };
}

/** Loads lazy images and fonts, as scrolling through the page would. */
async function loadLazyContent(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    await document.fonts.ready;
  });
}

async function takeScreenshots(
  browser: Browser,
  url: string,
  folder: string,
  screen: Screen,
): Promise<void> {
  const { name, open, full = false, admin = false } = screen;
  const isKept = folder === keptFolder;
  for (const width of isKept ? phoneAndDesktop : (screen.widths ?? widths)) {
    for (const colorScheme of isKept ? (['light'] as const) : schemes) {
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
      await loadLazyContent(page);
      const screenshot = await page.screenshot({ fullPage: full, animations: 'disabled' });
      const dark = colorScheme === 'dark' ? '-dark' : '';
      await sharp(screenshot)
        .resize(screenshotWidths[width][full ? 'full' : 'view'])
        .png({ palette: true, colours: 32, dither: 0, effort: 10 })
        .toFile(join(folder, `${name}-${width}${dark}.png`));
      await context.close();
    }
  }
}

/**
 * Takes screenshots of the built site with demo content.
 * @param args the output folder, and prefixes: with any, it takes only the screens whose names start with
 *   one of them. Each file name has the screen, the viewport width and, in dark mode, `dark`. With
 *   `docs/screens` it takes the few that are kept there.
 * @returns the exit code
 * @throws when no browser is available
 */
export default async function takeScreens([
  folder = 'test-results/screens',
  ...prefixes
]: readonly string[]): Promise<number> {
  const browserInfo = await provideBrowser('full');
  if ('missing' in browserInfo) throw new Error(browserInfo.missing);
  mkdirSync(folder, { recursive: true });
  const data = temporaryFolder();
  const receiver = await startReceiver();
  const server = await startServer({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: adminPassword,
    PRIVATE_ADDRESSES: '127.0.0.1',
  });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: browserInfo.path, args });
  try {
    await seed(server.url, receiver.url, data.path);
    const chosen = screens.filter(
      ({ name }) =>
        (folder !== keptFolder || keptScreens.includes(name)) &&
        (prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))),
    );
    for (const screen of chosen) {
      await takeScreenshots(browser, server.url, folder, screen);
    }
    return 0;
  } finally {
    await browser.close();
    await server.stop();
    receiver.stop();
    data.remove();
  }
}
