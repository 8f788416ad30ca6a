import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../src/app/app.server';
import { seedDemoContent } from '../../src/app/seed-demo-content.server';
import { openDatabase } from '../../src/db/database.server';
import { sampleItems } from '../samples';
import { createTestApp } from '../test-app';

const home = '/api/pages/home';

async function createSite(variables: Record<string, string> = {}) {
  const site = await createTestApp(variables);
  const { admin, visitor } = site;
  return {
    ...site,
    save: (payload: object, headers: Record<string, string> = {}, url = home) =>
      admin('PATCH', url, payload, headers),
    /** Reads a page's texts as a visitor. */
    read: async (url = home) => (await visitor('GET', url)).json(),
    readHtml: async (path = '/') => (await visitor('GET', path)).body,
  };
}

const hero = { line1: 'Cada hora abierta,', line2: 'cubierta.' };

describe('GET /api/pages', () => {
  test('returns what visitors see without a session, and no block of the owner', async () => {
    const { visitor } = await createSite();
    for (const page of ['home', 'talent', 'privacy']) {
      const response = await visitor('GET', `/api/pages/${page}`);
      expect(response.statusCode, page).toBe(200);
      expect(response.headers.etag, page).toBeUndefined();
      expect(response.json(), page).not.toHaveProperty('blocks');
      expect(response.json(), page).not.toHaveProperty('version');
    }
    const { hero, contact } = (await visitor('GET', home)).json();
    expect(hero).toMatchObject({ line1: 'Every open hour,', line2: 'covered.', schedule: null });
    expect(contact.note).toBe('Typically responds within 24 hours • No commitment required');
  });

  test('adds each block and the version for the owner', async () => {
    const { admin, save } = await createSite();
    await save({ hero });
    const response = await admin('GET', home);
    const { blocks, version } = response.json();
    expect(response.headers.etag).toBe(`"${version}"`);
    expect(blocks.hero).toMatchObject({ value: hero, isDefault: false, by: 'admin' });
    expect(blocks.pricing).toMatchObject({ isDefault: true, updatedAt: null });
  });

  test('is not found for another page', async () => {
    const { visitor } = await createSite();
    expect((await visitor('GET', '/api/pages/checkout')).statusCode).toBe(404);
  });
});

describe('PATCH /api/pages', () => {
  test('changes only the fields that are sent, on the page and in the API', async () => {
    const { save, read, readHtml } = await createSite();
    const response = await save({ hero, pricing: { title: 'What it costs' } });
    expect(response.statusCode).toBe(200);
    expect((await read()).hero).toMatchObject({ ...hero, hours: '8 am to 8 pm' });
    const html = await readHtml();
    expect(html).toContain('Cada hora abierta,');
    expect(html).toContain('What it costs');
    expect(html).toContain('Paid once. Onboarding starts within 48 hours of payment.');
    expect(html).not.toContain('Every open hour,');
  });

  test('requires a session', async () => {
    const { visitor, read } = await createSite();
    expect((await visitor('PATCH', home, { hero })).statusCode).toBe(401);
    expect((await read()).hero.line1).toBe('Every open hour,');
  });

  test('rejects a change from an outdated version', async () => {
    const { save, read } = await createSite();
    const { version } = (await save({ hero })).json();
    expect(
      (await save({ hero: { line2: 'two' } }, { 'if-match': `"${version}"` })).statusCode,
    ).toBe(200);
    const late = await save({ hero: { line2: 'three' } }, { 'if-match': `"${version}"` });
    expect(late.statusCode).toBe(412);
    expect((await read()).hero.line2).toBe('two');
  });

  test('keeps the versions of pages and settings apart', async () => {
    const { admin, save } = await createSite();
    const { version } = (await admin('PATCH', '/api/settings', { phone: '(512) 555-0148' })).json();
    await save({ hero });
    await save({ header: { title: 'Our people' } }, {}, '/api/pages/talent');
    expect((await admin('GET', '/api/settings')).json().version).toBe(version);
    expect((await admin('GET', home)).json().version).not.toBe(version);
  });

  test.each([
    ['an unknown section', { sections: { order: ['talent', 'casino'] } }],
    ['a section twice', { sections: { order: ['talent', 'talent'] } }],
    ['an empty headline', { hero: { line1: ' ' } }],
    ['a headline of 81 characters', { hero: { line1: 'x'.repeat(81) } }],
    ['a link that runs code', { announcement: { link: 'javascript:alert(1)' } }],
    ['a link to another host without a scheme', { announcement: { link: '//evil.example' } }],
    ['a logo from another host', { logos: { items: [{ picture: 'data:,x' }] } }],
    ['a day of two hours', { hero: { dayStart: 8, dayEnd: 10 } }],
    [
      'a shift outside of the day',
      { hero: { shifts: [{ desk: 'Phones', talentId: 'a', from: 7, to: 9 }] } },
    ],
    [
      'shifts that overlap at one desk',
      {
        hero: {
          shifts: [9, 10].map((from) => ({ desk: 'Phones', talentId: 'a', from, to: from + 2 })),
        },
      },
    ],
    ['31 industries', { inquiry: { industries: Array.from({ length: 31 }, (_, at) => `i${at}`) } }],
  ])('rejects %s', async (_, patch) => {
    const { save, read } = await createSite();
    const before = await read();
    const response = await save(patch);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toHaveLength(1);
    expect(await read()).toEqual(before);
  });

  test('gives a block its default again with null', async () => {
    const { save, read } = await createSite();
    await save({ hero });
    await save({ hero: null });
    expect((await read()).hero.line1).toBe('Every open hour,');
  });

  test('reaches the pages and lists of a second process within 5 s', async () => {
    const site = await createSite();
    const db = await openDatabase(site.environment);
    const second = await buildApp({ db, environment: site.environment, clientDir: '/nowhere' });
    onTestFinished(async () => {
      await second.close();
      await db.destroy();
    });
    const readSecond = async (url: string) => (await second.inject({ url })).body;
    expect(await readSecond('/')).toContain('Every open hour,');
    await site.save({ hero });
    await vi.waitFor(
      async () => {
        expect(await readSecond('/')).toContain(hero.line1);
        expect(await readSecond(home)).toContain(hero.line1);
      },
      { timeout: 5_000, interval: 100 },
    );
  });
});

describe('history of a block', () => {
  const historyUrl = `${home}/hero/history`;

  test('lists each change, and restores an earlier version', async () => {
    const { admin, save, read } = await createSite();
    await save({ hero });
    await save({ hero: { line2: 'completa.' } });
    const [latest] = (await admin('GET', historyUrl)).json();
    expect(latest).toMatchObject({ action: 'changed', by: 'admin', before: hero });
    const input = { entryId: latest.id, side: 'before' };
    const restored = await admin('POST', `${home}/hero/restore`, input);
    expect(restored.statusCode).toBe(200);
    expect((await read()).hero).toMatchObject(hero);
    expect((await admin('GET', historyUrl)).json()).toHaveLength(3);
  });

  test('has no entry for a change that changes nothing', async () => {
    const { admin, save } = await createSite();
    await save({ hero });
    await save({ hero });
    expect((await admin('GET', historyUrl)).json()).toHaveLength(1);
  });

  test('is for the owner only, and for blocks that exist', async () => {
    const { admin, visitor } = await createSite();
    expect((await visitor('GET', historyUrl)).statusCode).toBe(401);
    expect((await admin('GET', `${home}/casino/history`)).statusCode).toBe(400);
    const input = { entryId: 'nothing' };
    expect((await admin('POST', `${home}/hero/restore`, input)).statusCode).toBe(404);
  });
});

describe('sections of the home page', () => {
  const findOrder = (html: string) =>
    [...html.matchAll(/<section[^>]* id="([\w-]+)"/g)].map(([, id]) => id);

  test('are shown in the owner’s order, without those that are off', async () => {
    const { save, readHtml } = await createSite();
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
    const { admin, save, read } = await createSite();
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

  test('can be off', async () => {
    const { admin, save, readHtml } = await createSite();
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

  test('hide their band and the footer’s line while there are none', async () => {
    const { save, readHtml } = await createSite();
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
    const { admin, save, readHtml, visitor } = await createSite();
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
    const { save, readHtml, visitor } = await createSite({ SITE_URL: 'https://crew.example' });
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
  test('stands on every public page while it is shown', async () => {
    const { save, readHtml } = await createSite();
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
    const { save, read } = await createSite();
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
    const { save, readHtml } = await createSite();
    await save({ text: { markdown: 'We keep nothing.' } }, {}, '/api/pages/privacy');
    expect(await readHtml('/privacy')).toContain('<p>We keep nothing.</p>');
    expect(await readHtml('/privacy')).not.toContain('24 months');
    await save({ text: { markdown: null } }, {}, '/api/pages/privacy');
    expect(await readHtml('/privacy')).toContain('24 months');
  });
});

describe('a site without its demo content', () => {
  const invented =
    /Marisol|Devon|Priya|Walter|Fernhalt|Ironquay|Tindle|Pocketwell|Dermarie|portraits\/|first-view|share\/(home|talent)|Trusted By/i;
  const paths = [
    '/',
    '/talent',
    '/schedule',
    '/privacy',
    '/enquiry',
    '/nothing',
    '/site.webmanifest',
    '/sitemap.xml',
    '/robots.txt',
  ];

  test('names no invented person and company on any public page', async () => {
    const { admin, db, readHtml, read } = await createSite();
    await seedDemoContent(db);
    await vi.waitFor(async () => expect(await readHtml()).toMatch(/Marisol.*Fernhalt/s), 5_000);
    await admin('POST', '/api/demo/remove');
    for (const path of paths) expect(await readHtml(path), path).not.toMatch(invented);
    expect(JSON.stringify(await read())).not.toMatch(invented);
    await admin('POST', '/api/demo/restore');
    expect(await readHtml()).toContain('Trusted By Leading Franchise Brands');
  });
});
