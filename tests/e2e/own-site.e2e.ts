import type { Page, Response } from '@playwright/test';
import caseStudies from '../../src/content/collections/case-studies/demo.server';
import packages from '../../src/content/collections/packages/demo.server';
import stats from '../../src/content/collections/stats/demo.server';
import talents from '../../src/content/collections/talents/demo.server';
import { demoLogos, demoPeople, drawings } from '../../src/content/pages/demo-drawings.server';
import { contentPaths } from '../support/public-paths';
import { readDrawnContent } from '../support/share-picture';
import { expect, test } from './fixtures';
import { fillFields, type ItemFormOnPage, openNew } from './item-forms';
import { toast } from './lead-form';
import { chooseFile, createPhoto } from './picture-field';
import { findSection, openSettings, saveSettings } from './settings';

const business = {
  name: 'Puente Staffing',
  phone: '(210) 226-4100',
  email: 'desk@puente.example',
  person: 'Ximena Robles',
  package: 'Week one',
};

/** Every name, picture and sentence of the demo content. */
const invented: string[] = [
  ...talents.flatMap(({ name = '', title, bio, imageUrl }) => [
    name,
    name.split(' ')[0],
    title,
    bio,
    imageUrl,
  ]),
  ...caseStudies.flatMap((study) => [
    study.clientName,
    study.title,
    study.imageUrl,
    study.testimonialAuthor,
    study.testimonialQuote,
  ]),
  ...packages.map(({ description }) => description),
  ...stats.map(({ label }) => label),
  ...[...demoPeople, ...demoLogos].map(({ name }) => name),
  ...drawings.map(({ file }) => file),
  'Trusted By',
  'portraits/',
  '/share/home.png',
  '/share/talent.png',
].filter((text) => typeof text === 'string');

/** Lists what of the demo content is in a text, also escaped as in JSON and HTML. */
function findInvented(text: string): string[] {
  const plain = text
    .replaceAll('\\u0026', '&')
    .replaceAll('&amp;', '&')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&quot;', '"');
  const words = new Set(plain.toLowerCase().split(/[^\p{L}\d]+/u));
  return invented.filter((text) =>
    // A first name can be part of another word.
    /^\p{L}+$/u.test(text) ? words.has(text.toLowerCase()) : plain.includes(text),
  );
}

/** Reads what the browser loaded, and what of the demo content is in it. */
async function readLoaded(response: Response): Promise<{ url: string; found: string[] }> {
  const url = response.url();
  const isText = /json|html|javascript|xml/.test(response.headers()['content-type'] ?? '');
  // The browser may have left the page before the body was read.
  const text = isText ? await response.text().catch(() => '') : '';
  return { url, found: [...findInvented(new URL(url).pathname), ...findInvented(text)] };
}

const publicPaths = [
  ...contentPaths,
  '/checkout',
  '/payment-success?payment_intent=pi_1',
  '/nothing',
  '/admin/login',
  '/api/settings',
  '/api/pages/talent',
  '/api/pages/privacy',
];

async function uploadPicture(page: Page, name: RegExp): Promise<void> {
  await chooseFile(page, page.getByRole('group', { name }), await createPhoto());
  // Rendering a picture takes seconds on a busy machine.
  await expect(toast(page)).toContainText('uploaded');
}

async function addChip(form: ItemFormOnPage, label: string, text: string): Promise<void> {
  await form.field(label).fill(text);
  await form.field(label).press('Enter');
}

async function enterSettings(page: Page): Promise<void> {
  await openSettings(page);
  await findSection(page, 'business').getByLabel('Business name').fill(business.name);
  await uploadPicture(page, /^Logo/);
  await findSection(page, 'contact').getByLabel('Support email').fill(business.email);
  await findSection(page, 'contact').getByLabel('Phone').fill(business.phone);
  await saveSettings(page);
  await expect(toast(page)).toContainText('Settings saved');
}

async function removeDemoContent(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Remove all demo content' }).first().click();
  await page.getByRole('button', { name: /^Remove \d+ demo items$/ }).click();
  await expect(toast(page)).toContainText('demo items removed');
}

async function addPerson(page: Page, name: string): Promise<void> {
  const form = await openNew(page, 'talents');
  await fillFields(form, { Name: name, Title: 'Front desk, two clinics' });
  await form.field('Role').selectOption('Receptionist');
  await form.field('Seniority').selectOption('Senior');
  await form.field('Years of experience').fill('6');
  await addChip(form, 'Skills', 'Front desk');
  await addChip(form, 'Industries', 'Beauty');
  await addChip(form, 'Tools', 'Boulevard');
  await uploadPicture(page, /^Picture/);
  await form.button('Create').click();
  await expect(form.dialog).toBeHidden();
}

async function addPackage(page: Page, name: string): Promise<void> {
  const form = await openNew(page, 'packages');
  await fillFields(form, { Name: name, Description: 'One desk, opened and covered.' });
  await form.field('Price optional').fill('1250');
  await form.button('Create').click();
  await expect(form.dialog).toBeHidden();
}

test('an owner replaces all demo content in the admin area, and none of it is left', async ({
  page,
  server,
}) => {
  test.slow();
  await test.step('sign in', async () => {
    await page.goto('/admin/login');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/admin');
  });
  await test.step('enter name, logo and phone', () => enterSettings(page));
  await test.step('remove the demo content', () => removeDemoContent(page));
  await test.step('add a person', () => addPerson(page, business.person));
  await test.step('add a package', () => addPackage(page, business.package));

  /** What the browser loads: the pages with their scripts, lists and pictures. */
  const loads: Promise<{ url: string; found: string[] }>[] = [];
  await test.step('look at the site as a visitor', async () => {
    await page.context().clearCookies();
    page.on('response', (response) => loads.push(readLoaded(response)));
    await page.goto('/');
    await expect(page).toHaveTitle(new RegExp(business.name));
    await expect(page.getByRole('banner').locator('img')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(business.phone);
    await expect(page.locator('#talent').getByRole('article')).toHaveCount(1);
    await expect(page.locator('#pricing').getByRole('article')).toHaveCount(1);
    await expect(page.getByText('the hours its own team cannot cover')).toHaveCount(0);
    await expect(page.getByRole('figure', { name: /^A day at one location/ })).toBeVisible();
    await page.goto('/talent', { waitUntil: 'networkidle' });
    await expect(page.getByText('Showing 1 professional(s)')).toBeVisible();
  });

  await test.step('read every public response', async () => {
    for (const path of publicPaths) {
      const response = await page.request.get(path, { maxRedirects: 0 });
      expect(response.status(), path).toBeLessThan(500);
      expect(findInvented(await response.text()), path).toEqual([]);
    }
    for (const { url, found } of await Promise.all(loads)) expect(found, url).toEqual([]);
    const home = await (await page.request.get('/')).text();
    const [, picture = ''] = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(home) ?? [];
    expect(picture).toBe('/share/site.png');
  });

  await test.step('look at the pixels of the share picture', async () => {
    const readDrawing = async (path: string) =>
      readDrawnContent(await (await page.request.get(path)).body());
    expect(await readDrawing('/share/site.png')).toEqual({ people: 0, strokes: 0 });
    // The same measure sees the people and words of the demo content.
    for (const path of ['/share/home.png', '/share/talent.png']) {
      const { people, strokes } = await readDrawing(path);
      expect(people, path).toBeGreaterThan(0.05);
      expect(strokes, path).toBeGreaterThan(1_000);
    }
  });

  await test.step('read the mails about an inquiry', async () => {
    const sent = await page.request.post('/api/leads', {
      data: {
        companyName: 'Halden Skin',
        contactName: 'Olga Brenner',
        email: 'olga@haldenskin.example',
        interestedPackage: business.package,
      },
    });
    expect(sent.status()).toBe(201);
    const mails = await server.smtp.received(2);
    for (const mail of mails) {
      expect(findInvented(`${mail.from}\n${mail.subject}\n${mail.text}\n${mail.html}`)).toEqual([]);
    }
    const confirmation = mails.find(({ to }) => to === 'olga@haldenskin.example');
    expect(confirmation?.from).toBe(business.email);
    expect(confirmation?.text).toContain(business.name);
    expect(confirmation?.text).toContain(business.phone);
  });
});
