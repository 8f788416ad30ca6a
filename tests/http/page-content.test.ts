import { describe, expect, test } from 'vitest';
import { createPagesSite } from '../support/pages-site';
import { sampleItems } from '../support/samples';

describe('sections of the home page', () => {
  const findOrder = (html: string) =>
    [...html.matchAll(/<section[^>]* id="([\w-]+)"/g)].map(([, id]) => id);

  test('are shown in the owner’s order, without those that are off', async () => {
    const { save, readHtml } = await createPagesSite();
    expect(findOrder(await readHtml())).toEqual(['talent', 'case-studies', 'pricing', 'contact']);
    await save({
      sections: { order: ['pricing', 'logos', 'talent', 'case-studies'], hidden: ['case-studies'] },
    });
    const html = await readHtml();
    expect(findOrder(html)).toEqual(['pricing', 'talent', 'contact']);
    // No link leads to a section that is off, and no button.
    expect(html).not.toContain('#case-studies');
    const button = { label: 'See results', opens: 'case-studies' };
    await save({ hero: { secondButton: button } });
    expect(await readHtml()).not.toContain('See results');
    await save({ sections: { hidden: [] } });
    expect(await readHtml()).toContain('See results');
  });
});

describe('schedule picture', () => {
  test('shows the owner’s people at usual hours, and the chosen shifts once there are any', async () => {
    const { admin, save, read } = await createPagesSite();
    const created = await admin('POST', '/api/talents', {
      ...sampleItems.talents,
      name: 'Rosa María del Carmen',
      role: 'Operations Manager',
      imageUrl: null,
    });
    const { desks } = (await read()).hero.schedule;
    const bars = desks.flatMap((desk: { bars: { person?: { name: string } }[] }) => desk.bars);
    expect(bars.flatMap(({ person }: { person?: { name: string } }) => person?.name ?? [])).toEqual(
      ['Rosa'],
    );
    const shift = { desk: 'Phones', talentId: created.json().id, from: 9.5, to: 12 };
    await save({ hero: { dayStart: 9, dayEnd: 15, shifts: [shift] } });
    const person = { name: 'Rosa', role: 'Operations Manager', picture: null };
    expect((await read()).hero.schedule).toEqual({
      ticks: ['9 am', '10', '11', 'noon', '1', '2', '3 pm'],
      desks: [{ name: 'Phones', bars: [{ span: 1 }, { span: 5, person }, { span: 6 }] }],
    });
    await admin('DELETE', `/api/talents/${created.json().id}`);
    expect((await read()).hero.schedule).toBeNull();
  });

  test('is hidden when the owner turns it off', async () => {
    const { admin, save, readHtml } = await createPagesSite();
    await admin('POST', '/api/talents', sampleItems.talents);
    await save({ hero: { schedule: 'off' } });
    expect(await readHtml()).not.toContain('the hours its own team cannot cover');
  });
});

describe('client logos', () => {
  const logo = {
    name: 'Halden Spa',
    picture: '/objects/a',
    link: 'https://halden.example',
    isWhite: false,
  };

  test('show a band on the home page and names in the footer once the owner adds one', async () => {
    const { save, readHtml } = await createPagesSite();
    expect(await readHtml()).not.toContain('Trusted By');
    await save({ logos: { items: [logo] } });
    const html = await readHtml();
    expect(html).toContain('Trusted By Leading Franchise Brands');
    expect(html).toContain('href="https://halden.example"');
    expect(await readHtml('/talent')).toContain('<span>Halden Spa</span>');
  });
});

describe('industries of the owner', () => {
  test('are offered by the form and by the filters', async () => {
    const { admin, save, readHtml, visitor } = await createPagesSite();
    await admin('POST', '/api/talents', { ...sampleItems.talents, industry: ['Dental'] });
    await save({ inquiry: { industries: ['Beauty & MedSpa', 'Dental care'] } });
    await save({ filters: { industries: ['Dental'] } }, {}, '/api/pages/talent');
    const form = await readHtml('/enquiry');
    expect(form).toContain('<option value="Beauty">Beauty &amp; MedSpa</option>');
    expect(form).toContain('<option value="Dental care">Dental care</option>');
    expect(form).not.toContain('value="Fitness"');
    const found = (await visitor('GET', '/api/talents/browse?industry=dental')).json();
    expect(found.total).toBe(1);
    expect(found.counts.industry).toEqual({ dental: 1 });
    expect(await readHtml('/talent?industry=Dental')).toContain('value="Dental"');
  });
});

describe('search results and link previews', () => {
  test('show the owner’s title, description and picture', async () => {
    const { save, readHtml, visitor } = await createPagesSite({ SITE_URL: 'https://crew.example' });
    const seo = { title: 'Front desks in Texas', description: 'Two locations or forty.' };
    await save({ seo: { ...seo, sharePicture: '/objects/share' } });
    const html = await readHtml();
    expect(html).toContain('<title>Front desks in Texas</title>');
    expect(html).toContain('<meta name="description" content="Two locations or forty.">');
    expect(html).toContain('content="https://crew.example/objects/share"');
    const manifest = (await visitor('GET', '/site.webmanifest')).json();
    expect(manifest.description).toBe('Two locations or forty.');
    expect(await readHtml('/talent')).toContain('<title>Browse Talent · Crewbridge</title>');
  });
});

describe('announcement', () => {
  test('is on every public page while it is turned on', async () => {
    const { save, readHtml } = await createPagesSite();
    const announcement = { text: 'Closed on Monday', link: '/schedule' };
    await save({ announcement });
    expect(await readHtml()).not.toContain('Closed on Monday');
    await save({ announcement: { isShown: true } });
    for (const path of ['/', '/talent', '/privacy', '/nothing']) {
      expect(await readHtml(path), path).toContain('<a href="/schedule">Closed on Monday</a>');
    }
  });
});

describe('privacy text', () => {
  test('can start from the standard one, which then looks the same', async () => {
    const { admin, read, save } = await createPagesSite();
    const standard = (await read('/api/pages/privacy')).sections;
    const taken = await admin('GET', '/api/pages/privacy/standard-text');
    await save({ text: taken.json() }, {}, '/api/pages/privacy');
    expect((await read('/api/pages/privacy')).sections).toEqual(standard);
  });

  const markdown = [
    '## Short <b>story</b>',
    '',
    '- **one** [safe](https://halden.example) <script>alert(1)</script>',
    '- [bad](javascript:alert(1)) ![x](https://evil.example/x.png)',
    '- <img src=x onerror=alert(1)>',
    '',
    '[data](data:text/html,x) [host](//evil.example) [mail](mailto:desk@halden.example)',
    '',
    '## Security {#security}',
    '## Root {#root}',
  ].join('\n');

  test('is Markdown, of which no HTML, script or picture reaches the page', async () => {
    const { save, read } = await createPagesSite();
    await save({ text: { markdown } }, {}, '/api/pages/privacy');
    const { sections } = await read('/api/pages/privacy');
    expect(sections.map(({ title, id }: { title: string; id?: string }) => [title, id])).toEqual([
      ['Short <b>story</b>', undefined],
      ['Security', 'security'],
      ['Root {#root}', undefined],
    ]);
    const { html } = sections[0];
    expect(html).toContain('<a href="https://halden.example">safe</a>');
    expect(html).toContain('<a href="mailto:desk@halden.example">mail</a>');
    expect(html).not.toMatch(/<(script|img|b)\b|href="(javascript|data|\/\/)/);
    const tags = new Set([...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
    expect([...tags].sort()).toEqual(['a', 'li', 'p', 'strong', 'ul']);
  });

  test('replaces the standard policy, which returns when it is emptied', async () => {
    const { save, readHtml } = await createPagesSite();
    await save({ text: { markdown: 'We keep nothing.' } }, {}, '/api/pages/privacy');
    expect(await readHtml('/privacy')).toContain('<p>We keep nothing.</p>');
    expect(await readHtml('/privacy')).not.toContain('24 months');
    await save({ text: { markdown: null } }, {}, '/api/pages/privacy');
    expect(await readHtml('/privacy')).toContain('24 months');
  });
});
