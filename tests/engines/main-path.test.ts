import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../support/pictures';
import { sampleLead } from '../support/samples';
import { temporaryFolder } from '../support/temporary-folder';
import { button, checkbox, dialog, field, heading, region } from './page';
import { useSite } from './site';
import { readExpected, Transcript } from './transcript';

const site = useSite({ META_PIXEL_ID: '4711' });
const files = temporaryFolder();
afterAll(files.remove);

/** Replaces what differs from day to day, from run to run, and Chromium's space for a `<wbr>`. */
const removeDifferences = (text: string) =>
  text
    // A fast upload has none of them.
    .replace(/^ *status: (\d+%|Processing the picture\.\.\.)\n/gm, '')
    .replace(/\/objects\/[\w-]+/g, '/objects/ID')
    .replace(' @', '@')
    .replace(/[A-Z][a-z]+day, [A-Z][a-z]+ \d+(, \d{4})?/g, 'DAY')
    .replace(/\d+(:\d\d)?\s[ap]m – \d+(:\d\d)?\s[ap]m [^”]+/g, 'TIME')
    .replace(/[A-Z][a-z]{2}\s\d+, \d+(:\d\d)?\s[ap]m/g, 'TIME');

const expectTranscript = (transcript: Transcript, title: string) =>
  expect(removeDifferences(String(transcript))).toBe(
    readExpected('tests/engines/main-path.md', title),
  );

// The tests run in this order in one browser.
describe('main path for screen readers', () => {
  it('asks for consent', async () => {
    const { page } = site;
    const banner = region('May we measure your visit?');
    const transcript = new Transcript(page);
    await transcript.open('/', banner);
    await transcript.outline(banner);
    await transcript.act('Press “Choose”.', 0, async () => {
      await page.click(button('Choose'));
      await page.waitForFocus(checkbox(/^Advertising/));
    });
    await transcript.outline('fieldset');
    await transcript.act('Press “Refuse”.', 0, async () => {
      await page.click(button('Refuse'));
      await page.waitUntilGone(banner);
    });
    await transcript.focus();
    expectTranscript(transcript, 'Consent');
  });

  it('shows the home page', async () => {
    const transcript = new Transcript(site.page);
    await transcript.open('/', heading('Onboarding Packages'));
    await transcript.overview();
    expectTranscript(transcript, 'Home');
  });

  it('filters the talent', async () => {
    const { page } = site;
    const transcript = new Transcript(page);
    await transcript.open('/talent', heading('Professionals'));
    await transcript.overview();
    await transcript.outline('aside');
    await transcript.act('Check “Operations Manager”.', 1, () =>
      page.click(checkbox(/^Operations Manager/)),
    );
    await transcript.outline('article');
    expectTranscript(transcript, 'Filters');
  });

  it('opens a profile', async () => {
    const { page } = site;
    const form = dialog('Get Started with Crewbridge');
    const transcript = new Transcript(page);
    await transcript.open('/talent', heading('Professionals'));
    await transcript.act('Press “View Profile, Marisol Vega”.', 0, async () => {
      await page.click(button('View Profile, Marisol Vega'));
      await page.waitForFocus('summary');
    });
    await transcript.outline(form);
    expectTranscript(transcript, 'Profile');
  });

  it('books a call', async () => {
    const { page } = site;
    const transcript = new Transcript(page);
    await transcript.open('/schedule?embed', button(/, \d+ times?$/));
    await transcript.act('Choose a day.', 0, () => page.click(button(/, \d+ times?$/), 2));
    await transcript.act('Choose a time.', 0, async () => {
      await page.click(button(/^\d+(:\d\d)?\s[ap]m$/));
      await page.waitForFocus(field('Your name'));
    });
    await transcript.outline('form[data-step]');
    await transcript.act('Press “Book this call” without typing.', 0, async () => {
      await page.click(button('Book this call'));
      await page.waitForText('Required');
      await page.waitForFocus(field('Your name'));
    });
    await transcript.focus();
    await transcript.act('Press Enter in the field.', 1, () => page.pressEnter('Your name'));
    await transcript.act('Fill in the form, press “Book this call”.', 0, async () => {
      await page.fill('Your name', 'Olga Brenner');
      await page.fill('Email', 'olga@haldenskin.example');
      await page.fill('Company name', 'Halden Skin Studios');
      await page.click(button('Book this call'));
      await page.waitForFocus(heading('Your call is booked'));
    });
    await transcript.focus();
    expectTranscript(transcript, 'Booking');
  });

  it('opens the admin area', async () => {
    const { page, api } = site;
    await api.post('/api/leads', sampleLead);
    const transcript = new Transcript(page);
    await transcript.open('/admin/login', heading('Admin'));
    await page.waitForFocus(field('Password'));
    await transcript.outline('main');
    await transcript.act('Type the password, press “Login”.', 1, async () => {
      await page.fill('Password', site.adminPassword);
      await page.click(button('Login'));
      await page.waitForText('Login successful');
    });
    await page.waitForPath('/admin');
    await page.find(heading('Overview'));
    await page.waitUntilLoaded();
    expectTranscript(transcript, 'Sign-in');
  });

  it('edits a package and moves it', async () => {
    const { page } = site;
    const form = dialog('Edit Package');
    const transcript = new Transcript(page);
    await transcript.open('/admin?tab=packages', button('Edit Full PM'));
    await transcript.overview();
    await transcript.act('Press “Edit Full PM”.', 0, async () => {
      await page.click(button('Edit Full PM'));
      await page.waitForFocus(field('Name'));
    });
    await transcript.outline(form);
    await transcript.act('Delete the name, press “Save changes”.', 1, async () => {
      await page.fill('Name', '');
      await page.click(button('Save changes'));
      await page.waitForText('Name is required');
      await page.waitForFocus(field('Name'));
    });
    await transcript.focus();
    await transcript.act('Press Enter in the field.', 1, () => page.pressEnter('Name'));
    await transcript.act('Type a name, press “Save changes”.', 1, async () => {
      await page.fill('Name', 'Complete PM');
      await page.click(button('Save changes'));
      await page.waitUntilGone(form);
      await page.waitForFocus(button('Edit Complete PM'));
    });
    await transcript.focus();
    await transcript.act('Press “Move Complete PM down”.', 2, async () => {
      await page.click(button('Move Complete PM down'));
      await page.waitForFocus(button('Move Complete PM up'));
    });
    await transcript.focus();
    expectTranscript(transcript, 'Edit and reorder');
  });

  it('uploads a picture', async () => {
    const { page } = site;
    const path = join(files.path, 'desk.jpg');
    writeFileSync(path, await samplePicture());
    const transcript = new Transcript(page);
    await transcript.open('/admin?tab=talents', button('Edit Marisol Vega'));
    await page.click(button('Edit Marisol Vega'));
    await page.find(dialog('Edit Talent'));
    await transcript.act('Choose a picture.', /Image uploaded/, async () => {
      await page.upload(path);
      await page.waitForText('Image uploaded');
    });
    await transcript.outline('[role=dialog] fieldset:has([type=file])');
    expectTranscript(transcript, 'Upload');
  });

  it('changes the status of a lead', async () => {
    const { page } = site;
    const form = dialog('Update Lead Status');
    const transcript = new Transcript(page);
    await transcript.open('/admin?tab=leads', button('Edit Halden Skin Studios'));
    await transcript.act('Press “Edit Halden Skin Studios”.', 0, async () => {
      await page.click(button('Edit Halden Skin Studios'));
      await page.waitForFocus(field('Status'));
      await page.waitForText('No calls yet.');
      await page.waitForText('Email notification: not sent');
    });
    await transcript.outline(form);
    await transcript.act('Choose “discovery call”, press “Save”.', 1, async () => {
      await page.select('Status', 'discovery call');
      await page.click(button('Save'));
      await page.waitUntilGone(form);
      await page.waitForFocus(button('Edit Halden Skin Studios'));
    });
    await transcript.focus();
    expectTranscript(transcript, 'Lead');
  });

  it('sends an inquiry, as docs/accessibility.md shows', async () => {
    const { page } = site;
    await page.open('/');
    const form = dialog('Get Started with Crewbridge');
    const transcript = await Transcript.start(page);
    await transcript.act('Press “Contact Us”.', 0, async () => {
      await page.click(button('Contact Us'));
      await page.waitForFocus(field('Company name'));
    });
    await transcript.outline(form);
    await transcript.act('Press “Next” without typing.', 0, async () => {
      await page.click(button('Next'));
      await page.waitForText('Required');
      await page.waitForFocus(field('Company name'));
    });
    await transcript.focus();
    await transcript.act('Press Enter in the field.', 1, () => page.pressEnter('Company name'));
    await transcript.act('Type company and name, press “Next”.', 1, async () => {
      await page.fill('Company name', 'Halden Skin Studios');
      await page.fill('Your name', 'Olga Brenner');
      await page.click(button('Next'));
      await page.waitForFocus(field('Email'));
    });
    await transcript.outline(form);
    await transcript.act('Type “olga@”, press “Next”.', 0, async () => {
      await page.fill('Email', 'olga@');
      await page.click(button('Next'));
      await page.waitForText('Please enter a valid email address');
      await page.waitForFocus(field('Email'));
    });
    await transcript.focus();
    await transcript.act('Correct the address, press “Next”.', 1, async () => {
      await page.fill('Email', 'olga@haldenskin.example');
      await page.click(button('Next'));
      await page.waitForFocus(field(/^Industry/));
    });
    await transcript.outline(form);
    const thanks = dialog('Thank You!');
    await transcript.act('Press “Submit”.', 1, async () => {
      await page.click(button('Submit'));
      await page.waitForFocus(thanks);
      await page.waitForText('Thank you for your interest!');
    });
    await transcript.outline(thanks);
    await transcript.act("Press “We'll Contact You”.", 0, async () => {
      await page.click(button("We'll Contact You"));
      await page.waitUntilGone(thanks);
      await page.waitForFocus(button('Contact Us'));
    });
    await transcript.focus();
    expect(String(transcript)).toBe(readExpected('docs/accessibility.md', 'Lead form'));
  });
});
