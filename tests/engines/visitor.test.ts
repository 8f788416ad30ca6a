import { describe, expect, inject, it } from 'vitest';
import { sampleLead } from '../support/samples';
import { button, checkbox, dialog, heading, link, summary } from './page';
import { sizes, useSite } from './site';

// Half of the visitors use Safari on a phone.
const isPhone = inject('browserEngine') === 'webkit';
const site = useSite(isPhone ? sizes.phone : sizes.desktop);

describe('home page', () => {
  it('shows its sections and leads to the talent page', async () => {
    const { page } = site;
    await page.open('/');
    await page.find(heading('Every open hour, covered.'));
    await page.find(button('View Profile, Marisol Vega'));
    await page.find(button('Select Full PM'));
    if (isPhone) await page.click(summary('Menu'));
    await page.click(link('Browse Talent'));
    await page.waitForPath('/talent');
    await page.waitForText('Showing 24 professional(s)');
  });
});

describe('talent page', () => {
  it('filters the list by role and seniority, and shows everybody again', async () => {
    const { page } = site;
    await page.open('/talent');
    if (isPhone) await page.click(button('Filters'));
    await page.click(checkbox(/^Operations Manager/));
    await page.waitForText(isPhone ? 'Show 5 professional(s)' : 'Showing 5 professional(s)');
    await page.click(checkbox(/^Healthcare/));
    if (isPhone) {
      await page.click(button(/^Show 1/));
      await page.waitUntilGone(dialog(/^Filters/));
    }
    await page.waitForPath('/talent?role=Operations+Manager&industry=Healthcare');
    await page.waitForText('Showing 1 professional(s)');
    expect(await page.findAll(button(/^View Profile/))).toHaveLength(1);
    await page.find(button('View Profile, Walter Brandt'));
    await page.click(button('Remove Healthcare'));
    await page.waitForText('Showing 5 professional(s)');
  });

  it('opens a profile with the lead form', async () => {
    const { page } = site;
    await page.open('/talent');
    await page.click(button('View Profile, Marisol Vega'));
    await page.find(dialog('Get Started with Crewbridge'));
    await page.waitForText('Marisol Vega');
    await page.click(button('Close'));
    await page.waitUntilGone(dialog('Get Started with Crewbridge'));
  });
});

describe('lead form', () => {
  it('collects an inquiry in three steps and thanks the visitor', async () => {
    const { page } = site;
    await page.open('/');
    await page.click(button('Select Full PM'));
    await page.find(dialog('Get Started with Crewbridge'));
    await page.click(button('Next'));
    await page.waitForText('Required');
    await page.fill('Company name', 'Halden Skin Studios');
    await page.fill('Your name', 'Olga Brenner');
    await page.click(button('Next'));
    await page.fill('Email', 'olga@haldenskin');
    await page.click(button('Next'));
    await page.waitForText('Please enter a valid email address');
    await page.fill('Email', 'olga@haldenskin.example');
    await page.fill(/^Phone/, '+1 555 0100');
    await page.click(button('Next'));
    await page.select(/^Industry/, 'Beauty & MedSpa');
    await page.fill(/^Number of locations/, '4');
    await page.fill(/^Message/, 'Front desk is alone from 11:30 to 3.');
    await page.click(button('Submit'));
    await page.find(dialog('Thank You!'));
    await page.waitForText('Thank you for your interest!');
    await page.click(button("We'll Contact You"));
    await page.waitUntilGone(dialog('Thank You!'));

    await site.api.signIn();
    const { body } = await site.api.get('/api/leads?q=Halden');
    expect(body).toMatchObject([
      { ...sampleLead, message: 'Front desk is alone from 11:30 to 3.' },
    ]);
  });
});

describe('discovery call', () => {
  it('is booked in the dialog of the home page', async () => {
    const { page } = site;
    await page.open('/');
    await page.click(button('Book Discovery Call'));
    await page.find(dialog('Schedule a Discovery Call'));
    await page.inFrame(async () => {
      await page.click(button(/, \d+ times?$/), 2);
      await page.click(button(/^\d+:\d\d [AP]M$/));
      await page.fill('Your name', 'Olga Brenner');
      await page.fill('Email', 'olga@haldenskin.example');
      await page.fill('Company name', 'Halden Skin Studios');
      await page.click(button('Book this call'));
      await page.find(heading('Your call is booked'));
    });
    await page.click(button('Close'));
    await page.waitUntilGone(dialog('Schedule a Discovery Call'));
  });
});
