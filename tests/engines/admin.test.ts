import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../support/pictures';
import { sampleLead } from '../support/samples';
import { temporaryFolder } from '../support/temporary-folder';
import { button, dialog, image, link } from './page';
import { sizes, useSite } from './site';

const site = useSite(sizes.desktop);
const files = temporaryFolder();
afterAll(files.remove);

describe('admin area', () => {
  it('opens with the password', async () => {
    const { page } = site;
    await page.open('/admin');
    await page.waitForPath('/admin/login');
    await page.fill('Password', site.adminPassword);
    await page.click(button('Login'));
    await page.waitForPath('/admin');
    await page.waitForText('Login successful');
  });

  it('saves an edited package, which the home page then shows', async () => {
    const { page } = site;
    await page.open('/admin?tab=packages');
    await page.click(button('Edit Full PM'));
    await page.find(dialog('Edit Package'));
    await page.fill('Name', 'Full PM Plus');
    await page.click(button('Save changes'));
    await page.waitForText('Package updated');
    await page.open('/');
    await page.find(button('Select Full PM Plus'));
  });

  it('moves a talent up, and the talent page shows the new order', async () => {
    const { page } = site;
    await page.open('/admin?tab=talents');
    await page.click(button('Move Devon Achebe up'));
    await page.waitForText('Order updated');
    await page.open('/talent');
    const text = await page.readText();
    expect(text.indexOf('Devon Achebe')).toBeLessThan(text.indexOf('Marisol Vega'));
  });

  it('uploads a picture, which the talent page then shows', async () => {
    const { page } = site;
    const path = join(files.path, 'desk.jpg');
    writeFileSync(path, await samplePicture());
    await page.open('/admin?tab=talents');
    await page.click(button('Edit Marisol Vega'));
    await page.find(dialog('Edit Talent'));
    await page.upload(path);
    await page.waitForText('Image uploaded');
    await page.fill(/^What the picture shows/, 'Marisol at the front desk');
    await page.click(button('Save changes'));
    await page.waitForText('Talent updated');
    await page.open('/talent');
    const picture = await page.find(image('Marisol at the front desk'));
    await page.waitUntil('the picture to load', () => page.run(isLoaded, picture));
  });

  it('shows a new lead and saves its status', async () => {
    const { page, api } = site;
    expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
    await page.open('/admin');
    await page.waitForText('You have 1 new leads to review.');
    await page.click(link(/^Leads/));
    await page.waitForPath('/admin?tab=leads');
    await page.waitForText('olga@haldenskin.example');
    await page.click(button('Edit Halden Skin Studios'));
    await page.find(dialog('Update Lead Status'));
    await page.select('Status', 'discovery call');
    await page.click(button('Save'));
    await page.waitForText('Lead updated');
    await api.signIn();
    expect((await api.get('/api/leads')).body).toMatchObject([{ status: 'discovery_call' }]);
  });

  it('closes with Log out', async () => {
    const { page } = site;
    await page.click(button('Log out'));
    await page.waitForPath('/admin/login');
  });
});

/** Runs in the page: whether an image was loaded and decoded. */
const isLoaded = (element: unknown) => (element as HTMLImageElement).naturalWidth > 0;
