import { describe, expect, test } from 'vitest';
import { createPagesSite, home } from '../support/pages-site';
import { shareSite, startSecondApp } from '../support/test-app';

const hero = { line1: 'Cada hora abierta,', line2: 'cubierta.' };

describe('GET /api/pages', () => {
  test('returns the public content without a session, and no editable blocks', async () => {
    const { visitor } = await createPagesSite();
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

  test('adds the editable blocks and the version for the owner', async () => {
    const { admin, save } = await createPagesSite();
    await save({ hero });
    const response = await admin('GET', home);
    const { blocks, version } = response.json();
    expect(response.headers.etag).toBe(`"${version}"`);
    expect(blocks.hero).toMatchObject({ value: hero, isDefault: false, by: 'admin' });
    expect(blocks.pricing).toMatchObject({ isDefault: true, updatedAt: null });
  });

  test('returns 404 for an unknown page', async () => {
    const { visitor } = await createPagesSite();
    expect((await visitor('GET', '/api/pages/checkout')).statusCode).toBe(404);
  });
});

describe('PATCH /api/pages', () => {
  const getSite = shareSite(createPagesSite);

  test('changes only the fields that are sent, on the page and in the API', async () => {
    const { save, read, readHtml } = await createPagesSite();
    const response = await save({ hero, pricing: { title: 'What it costs' } });
    expect(response.statusCode).toBe(200);
    expect((await read()).hero).toMatchObject({ ...hero, hours: '8 am to 8 pm' });
    const html = await readHtml();
    expect(html).toContain('Cada hora abierta,');
    expect(html).toContain('What it costs');
    expect(html).toContain('Paid once. Onboarding starts within 48 hours of payment.');
    expect(html).not.toContain('Every open hour,');
  });

  test('rejects a change from an outdated version', async () => {
    const { save, read } = await createPagesSite();
    const { version } = (await save({ hero })).json();
    expect(
      (await save({ hero: { line2: 'two' } }, { 'if-match': `"${version}"` })).statusCode,
    ).toBe(200);
    const late = await save({ hero: { line2: 'three' } }, { 'if-match': `"${version}"` });
    expect(late.statusCode).toBe(412);
    expect((await read()).hero.line2).toBe('two');
  });

  test('has separate versions for each page and for the settings', async () => {
    const { admin, save } = await createPagesSite();
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
    const { save, read } = getSite();
    const before = await read();
    const response = await save(patch);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toHaveLength(1);
    expect(await read()).toEqual(before);
  });

  test('resets a block to its default with null', async () => {
    const { save, read } = await createPagesSite();
    await save({ hero });
    await save({ hero: null });
    expect((await read()).hero.line1).toBe('Every open hour,');
  });

  test('changes the pages and lists of a second process within 5 s', async () => {
    const site = await createPagesSite();
    const second = await startSecondApp(site);
    const readSecond = async (url: string) => (await second.inject({ url })).body;
    expect(await readSecond('/')).toContain('Every open hour,');
    await site.save({ hero });
    await expect.poll(() => readSecond('/')).toContain(hero.line1);
    await expect.poll(() => readSecond(home)).toContain(hero.line1);
  });
});

describe('history of a block', () => {
  const historyUrl = `${home}/hero/history`;

  test('lists each change, but no PATCH with the stored values, and restores an earlier version', async () => {
    const { admin, save, read } = await createPagesSite();
    for (const change of [hero, hero, { line2: 'completa.' }]) await save({ hero: change });
    const [latest] = (await admin('GET', historyUrl)).json();
    expect(latest).toMatchObject({ action: 'changed', by: 'admin', before: hero });
    const input = { entryId: latest.id, side: 'before' };
    const restored = await admin('POST', `${home}/hero/restore`, input);
    expect(restored.statusCode).toBe(200);
    expect((await read()).hero).toMatchObject(hero);
    expect((await admin('GET', historyUrl)).json()).toHaveLength(3);
  });

  test('returns 400 for an unknown block, and 404 for an unknown entry', async () => {
    const { admin } = await createPagesSite();
    expect((await admin('GET', `${home}/casino/history`)).statusCode).toBe(400);
    const input = { entryId: 'nothing' };
    expect((await admin('POST', `${home}/hero/restore`, input)).statusCode).toBe(404);
  });
});

describe('POST /api/pages/:page/preview', () => {
  test('returns the page with changes that are not stored, without scripts', async () => {
    const { admin, readHtml, read } = await createPagesSite();
    const preview = await admin('POST', `${home}/preview`, {
      hero,
      footer: { text: 'One page, one promise.' },
      seo: { title: 'Only in the preview' },
    });
    expect(preview.statusCode).toBe(200);
    const { html } = preview.json();
    expect(html).toContain('Cada hora abierta,');
    expect(html).toContain('One page, one promise.');
    expect(html).toContain('<title>Only in the preview</title>');
    expect(html).not.toMatch(/<script|<noscript/);
    expect(await readHtml()).not.toMatch(/Cada hora abierta|one promise|Only in the preview/);
    expect((await read()).hero.line1).toBe('Every open hour,');
  });

  test('returns 400 for invalid values', async () => {
    const { admin } = await createPagesSite();
    const invalid = await admin('POST', `${home}/preview`, { hero: { dayStart: 20, dayEnd: 8 } });
    expect(invalid.statusCode).toBe(400);
    expect(Object.keys(invalid.json().fields)).toEqual(['hero.shifts']);
  });
});
