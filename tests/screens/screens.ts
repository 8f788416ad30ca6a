import type { Page } from '@playwright/test';

/** A viewport width in CSS pixels. */
export type Width = 390 | 768 | 1280 | 1920;

/** The screens whose pictures are kept in `docs/screens`, in light colors on a phone and a laptop. */
export const keptScreens: readonly string[] = [
  'first-view',
  'home',
  'talent',
  'cover',
  'lead-form',
  'thanks',
  'schedule',
  'admin-overview',
  'admin-leads',
  'admin-board',
  'admin-lead',
  'admin-calls',
];

/** A screen of the site that screenshots are taken of. */
interface Screen {
  name: string;
  /** The viewport widths; all four when absent. */
  widths?: readonly Width[];
  /** Captures the full page instead of the viewport. */
  full?: true;
  /** Signs in first, for a screen of the admin area. */
  admin?: true;
  open: (page: Page) => Promise<void>;
}

export const phoneAndDesktop: readonly Width[] = [390, 1280];

/** Opens a URL and waits until React has hydrated the page. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** Opens the lead form for a package and goes to its last step. */
async function openLastStep(page: Page): Promise<void> {
  await visit(page, '/');
  await click(page, 'Select Full PM');
  await page.getByLabel('Company name').fill('Halden Skin Studios');
  await page.getByLabel('Your name').fill('Olga Brenner');
  await click(page, 'Next');
  await page.getByLabel('Email').fill('olga@haldenskin.example');
  await click(page, 'Next');
  await page.getByLabel('Message').waitFor();
}

async function openAdminTab(page: Page, tab: string): Promise<void> {
  await page.goto(`/admin?tab=${tab}`);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  // The code of the tab loads first, then its data. Placeholders have no text.
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(
    () => !document.querySelector('main')?.textContent?.includes('Loading'),
  );
}

/** Chooses a file with leads, and waits for the report about it. */
async function checkImport(page: Page): Promise<void> {
  await openAdminTab(page, 'leads');
  await click(page, 'Import');
  const rows = [
    'Company,Contact,Email,Phone,Fax',
    ...Array.from({ length: 100 }, (_, row) => `Studio ${row},Ann Lee,ann${row}@x.example,,`),
    'Harbor Yoga,Tom Okafor,tom@harboryoga,614 555 0122,',
    'Tindle,Jo Park,jo.park@x.example,,',
  ];
  const file = {
    name: 'leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Check leads.csv' }).waitFor();
}

/** Imports a file with leads, instead of the ones that the screenshot before imported. */
async function importLeads(page: Page): Promise<void> {
  const imports = await (await page.request.get('/api/leads/imports')).json();
  for (const { id } of imports) await page.request.post(`/api/leads/import/${id}/undo`);
  await checkImport(page);
  await click(page, /^Import \d+ leads$/);
  await page.getByRole('dialog', { name: '100 leads imported' }).waitFor();
}

export const screens: readonly Screen[] = [
  { name: 'first-view', open: (page) => visit(page, '/') },
  { name: 'home', full: true, open: (page) => visit(page, '/') },
  { name: 'talent', open: (page) => visit(page, '/talent?role=Receptionist') },
  {
    name: 'cover',
    full: true,
    open: (page) => visit(page, '/cover?desk[]=Front+desk&h=0-1-24-28&h=0-2-24-28&h=0-6-18-34'),
  },
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
      await page.locator('summary[aria-label="Menu"]').click();
    },
  },
  {
    name: 'filters',
    widths: [390, 768],
    open: async (page) => {
      await visit(page, '/talent?role=Receptionist');
      await click(page, /^Filters/);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'profile',
    widths: phoneAndDesktop,
    open: async (page) => {
      await visit(page, '/talent');
      await click(page, /^View Profile/);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'lead-form', widths: phoneAndDesktop, open: openLastStep },
  {
    name: 'thanks',
    widths: phoneAndDesktop,
    open: async (page) => {
      await openLastStep(page);
      await click(page, 'Submit');
      await page.getByRole('dialog', { name: 'Thank You!' }).waitFor();
    },
  },
  {
    name: 'admin-overview',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'overview');
      await page.getByRole('heading', { name: 'Waiting for a first answer' }).waitFor();
    },
  },
  {
    name: 'admin-leads',
    admin: true,
    open: (p) => openAdminTab(p, 'leads'),
  },
  {
    name: 'admin-selected',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads');
      for (const name of ['Copperline Fitness', 'Tindle Coffee', 'Ironquay']) {
        await page.getByLabel(`Select ${name}`).check();
      }
      const more = page.getByLabel('More actions');
      if (await more.isVisible()) await more.click();
    },
  },
  {
    name: 'admin-lead-filters',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads&source=direct&days=30');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-lead-status',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads');
      await click(page, 'Edit Tindle Coffee');
      await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'admin-add-lead',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads');
      await click(page, 'Add lead');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-deleted',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads');
      await page.getByRole('link', { name: 'Recently deleted' }).click();
      await page.getByText('Greenline Dental').first().waitFor();
    },
  },
  {
    name: 'admin-board',
    admin: true,
    open: (p) => openAdminTab(p, 'leads&view=board'),
  },
  {
    name: 'admin-lead',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'leads');
      await page.getByRole('link', { name: 'Tindle Coffee' }).click();
      await page.getByRole('heading', { name: 'Timeline' }).waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'admin-calls', admin: true, open: (p) => openAdminTab(p, 'calls') },
  {
    name: 'admin-move-call',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'calls');
      await click(page, /^Move the call with/);
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('button', { name: /^\d+(:\d\d)? [ap]m$/, disabled: false })
        .nth(3)
        .click();
      // The week above the form shows the old and the new time.
      await page.evaluate(() => scrollTo(0, 220));
    },
  },
  {
    name: 'admin-change-link',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'calls');
      await click(page, /^Link of the call with/);
      await page.getByRole('dialog').getByLabel('Meeting link').fill('https://meet.example/jo');
      await page.evaluate(() => scrollTo(0, 220));
    },
  },
  {
    name: 'admin-log-result',
    admin: true,
    open: async (page) => {
      await openAdminTab(page, 'calls');
      await click(page, /^Log result of the call with/);
      await page.getByRole('dialog').getByLabel('Next step').fill('Send the proposal');
    },
  },
  { name: 'admin-hours', admin: true, open: (p) => openAdminTab(p, 'hours') },
  { name: 'admin-webhooks', admin: true, open: (p) => openAdminTab(p, 'webhooks') },
  {
    name: 'admin-talent',
    admin: true,
    widths: phoneAndDesktop,
    open: async (page) => {
      await openAdminTab(page, 'talents');
      await click(page, 'Edit Marisol Vega');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-import',
    admin: true,
    open: checkImport,
  },
  // Last, because the leads stay in the other lists.
  { name: 'admin-import-done', admin: true, open: importLeads },
  {
    name: 'admin-imported',
    admin: true,
    open: async (page) => {
      await importLeads(page);
      await page.getByRole('link', { name: /^See the \d+ new leads$/ }).click();
      await page.getByRole('button', { name: /^Remove filter Import/ }).waitFor();
      await page.getByText('100 leads', { exact: true }).waitFor();
      await page.mouse.move(0, 0);
    },
  },
];
