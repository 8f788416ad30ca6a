import { describe, expect, it } from 'vitest';
import { button, dialog, field } from './page';
import { useSite } from './site';
import { readExpected, Transcript } from './transcript';

const site = useSite();

describe('lead form for screen readers', () => {
  it('matches the transcript in docs/accessibility.md', async () => {
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
