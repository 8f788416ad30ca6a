import type { Page } from '@playwright/test';

/** A window's width in CSS pixels. */
export type Width = 390 | 768 | 1280 | 1920;

/** One screen of the site, as it stands in `docs/screens`. */
interface Screen {
  name: string;
  /** The widths of the window; all four when absent. */
  widths?: readonly Width[];
  /** The whole page instead of its first view. */
  full?: true;
  /** In the admin area. */
  admin?: true;
  open: (page: Page) => Promise<void>;
}

const phoneAndDesktop: readonly Width[] = [390, 1280];

/** Goes to an address and waits until React has taken the page over. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** The lead form with a package chosen, at its last step. */
async function lastStep(page: Page): Promise<void> {
  await visit(page, '/');
  await press(page, 'Select Full PM');
  await page.getByLabel('Company name').fill('Halden Skin Studios');
  await page.getByLabel('Your name').fill('Olga Brenner');
  await press(page, 'Next');
  await page.getByLabel('Email').fill('olga@haldenskin.example');
  await press(page, 'Next');
  await page.getByLabel('Message').waitFor();
}

async function adminTab(page: Page, tab: string): Promise<void> {
  await page.goto(`/admin?tab=${tab}`);
  await page.locator('.tabs').waitFor();
  await page.waitForFunction(() => document.querySelector('.sk') === null);
}

export const screens: readonly Screen[] = [
  { name: 'first-view', open: (page) => visit(page, '/') },
  { name: 'home', full: true, open: (page) => visit(page, '/') },
  { name: 'talent', open: (page) => visit(page, '/talent?role=Receptionist') },
  { name: 'enquiry', full: true, open: (page) => visit(page, '/enquiry') },
  { name: 'privacy', full: true, open: (page) => visit(page, '/privacy') },
  { name: 'not-found', full: true, open: (page) => visit(page, '/no-such-page') },
  {
    name: 'schedule',
    full: true,
    open: async (page) => {
      await visit(page, '/schedule');
      await page
        .getByRole('button', { name: /, \d+ times?$/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'menu',
    widths: [390],
    open: async (page) => {
      await visit(page, '/');
      await page.locator('.menu summary').click();
    },
  },
  {
    name: 'filters',
    widths: [390, 768],
    open: async (page) => {
      await visit(page, '/talent?role=Receptionist');
      await press(page, /^Filters/);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'profile',
    widths: phoneAndDesktop,
    open: async (page) => {
      await visit(page, '/talent');
      await press(page, /^View Profile/);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'lead-form', widths: phoneAndDesktop, open: lastStep },
  {
    name: 'thanks',
    widths: phoneAndDesktop,
    open: async (page) => {
      await lastStep(page);
      await press(page, 'Submit');
      await page.getByRole('dialog', { name: 'Thank You!' }).waitFor();
    },
  },
  { name: 'admin-overview', admin: true, widths: phoneAndDesktop, open: (p) => adminTab(p, '') },
  { name: 'admin-leads', admin: true, widths: phoneAndDesktop, open: (p) => adminTab(p, 'leads') },
  {
    name: 'admin-talent',
    admin: true,
    widths: phoneAndDesktop,
    open: async (page) => {
      await adminTab(page, 'talents');
      await press(page, 'Edit Marisol Vega');
      await page.getByRole('dialog').waitFor();
    },
  },
];
