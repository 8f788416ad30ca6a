import { expect, test, withMotion } from './fixtures';
import { visit } from './lead-form';

test.use({ sharedSite: 'demo content' });

test('the home page shows the hero, statistics, packages and contact texts of the specification, and links to all sections and pages', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: /^Every open hour/ });
  await expect(hero.getByRole('button', { name: 'Book Discovery Call' })).toBeVisible();
  await expect(hero.getByRole('link', { name: 'Browse Talent' })).toHaveAttribute(
    'href',
    '/talent',
  );
  await expect(hero.getByRole('list', { name: 'In numbers' }).getByRole('listitem')).toHaveText([
    '48 hours from payment to onboarding',
    '212 people trained and on shift, March 2026',
    '31% lower front desk cost, median of 19 clients',
    '94% of placements still there after a year',
  ]);
  const pricing = page.getByRole('region', { name: 'Onboarding Packages' });
  await expect(pricing.getByRole('heading', { level: 3 })).toHaveText([
    'Light PM',
    'Full PM',
    'Network',
  ]);
  const contact = page.locator('section#contact');
  await expect(contact.getByRole('button', { name: 'Schedule a Call' })).toBeVisible();
  await expect(contact.getByRole('button')).toHaveText(['Schedule a Call', 'Contact Us']);
  await expect(contact).toContainText(
    'Typically responds within 24 hours • No commitment required',
  );
  const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText([
    'Home',
    'Cover My Day',
    'Browse Talent',
    'Case Studies',
    'Pricing',
  ]);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading')).toHaveText(['Solutions', 'Industries', 'Get Started']);
  for (const [name, href] of [
    ['Cover My Day', '/cover'],
    ['Browse Talent', '/talent'],
    ['Pricing', '/#pricing'],
    ['Case Studies', '/#case-studies'],
    ['Book a Discovery Call →', '/#contact'],
  ] as const) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Crewbridge.`);
});

test('the home page lays out sections below the fold soon after loading, without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await visit(page, '/');
  for (const id of ['talent', 'case-studies', 'pricing', 'contact']) {
    const heading = page.locator(`#${id} h2`);
    await expect
      .poll(() => heading.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true })))
      .toBe(true);
  }
});

test.describe('logo marquee', () => {
  test.use(withMotion);

  test('repeats five logos three times, loops every 20 seconds, and can be paused', async ({
    page,
  }) => {
    await visit(page, '/');
    const band = page.getByRole('region', { name: 'Trusted By Leading Franchise Brands' });
    const sources = await band
      .locator('li svg')
      .evaluateAll((drawings) => drawings.map((drawing) => drawing.getAttribute('viewBox')));
    expect(sources).toHaveLength(15);
    const firstCycle = sources.slice(0, 5);
    expect(new Set(firstCycle).size).toBe(5);
    expect(sources).toEqual([...firstCycle, ...firstCycle, ...firstCycle]);
    // Screen readers get each logo once, although it is drawn three times.
    await expect(band.getByRole('img')).toHaveCount(5);

    const list = band.getByRole('list');
    await expect(list).toHaveCSS('animation-duration', '20s');
    await expect(list).toHaveCSS('animation-iteration-count', 'infinite');
    await expect(list).toHaveCSS('animation-play-state', 'running');
    await band.getByRole('button', { name: 'Pause the logos' }).click();
    await page.mouse.move(0, 0);
    await expect(list).toHaveCSS('animation-play-state', 'paused');
    await band.getByRole('button', { name: 'Play the logos' }).click();
    await page.mouse.move(0, 0);
    await expect(list).toHaveCSS('animation-play-state', 'running');
  });
});

test('logo marquee with reduced motion shows each logo once, without animation or a pause button', async ({
  page,
}) => {
  await visit(page, '/');
  const band = page.getByRole('region', { name: 'Trusted By Leading Franchise Brands' });
  await expect(band.getByRole('list')).toHaveCSS('animation-name', 'none');
  await expect(band.locator('li svg').filter({ visible: true })).toHaveCount(5);
  await expect(band.getByRole('button')).toHaveCount(0);
});

test('talent on the home page shows three cards on a small screen and nine on a large one, and leads on to the others', async ({
  page,
}) => {
  await page.goto('/');
  const cards = page.locator('#talent').getByRole('article');
  await expect(cards).toHaveCount(9);
  await expect(page.locator('#talent')).toContainText('All 24 people, with filters');
  await page.setViewportSize({ width: 390, height: 780 });
  await expect(cards).toHaveCount(3);
});
