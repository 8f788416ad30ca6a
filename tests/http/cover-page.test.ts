import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { encodePlan } from '../../src/cover/encode-plan';
import { type CoverState, createStartingPlan } from '../../src/routes/cover/cover-state';
import { parsePageData } from '../support/page-data';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

const html = { accept: 'text/html' };
const weekdays = (from: string, to: string) => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));

const start = createStartingPlan('America/New_York');
const lunchHours = weekdays('12:00', '14:00');
const lunch = {
  ...start,
  desks: start.desks.map((desk, index) => (index === 0 ? { ...desk, hours: lunchHours } : desk)),
};

/** Starts a site with a person who works until one. */
async function createSite() {
  const site = await createTestApp({ SITE_URL: 'https://crew.example' });
  const hours = weekdays('09:00', '13:00');
  const values = { ...sampleItems.talents, status: 'available', timeZone: null, hours };
  await site.admin('POST', '/api/talents', values);
  const open = (search: string, headers: Record<string, string> = html) =>
    site.visitor('GET', `/cover${search}`, undefined, headers);
  return { ...site, open };
}

/** Reads the plan, the answer and the people that the page is rendered with. */
const readState = (body: string) =>
  new Map(parsePageData(body).queries).get('cover') as CoverState | undefined;

describe('GET /cover', () => {
  test('is listed for search engines with an empty sheet and a plain form', async () => {
    const { open, visitor } = await createSite();
    const { body, headers } = await open('');
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(body).toContain('<h1>Paint the hours nobody covers.</h1>');
    expect(body).toContain('name="h" value="0-1-22-28"');
    expect(readState(body)).toMatchObject({ plan: { desks: [{ hours: [] }, {}, {}] } });
    expect((await visitor('GET', '/sitemap.xml')).body).toContain(
      '<loc>https://crew.example/cover</loc>',
    );
  });

  test("counts with the owner's example numbers, in their currency", async () => {
    const { admin, open } = await createSite();
    const readExample = async (label: string) =>
      new RegExp(`aria-label="${label}"[^>]* value="([^"]*)"`).exec(
        (await open(`?p=${encodePlan(lunch)}`)).body,
      )?.[1];
    expect(await readExample('Hourly wage')).toBe('$19');
    await admin('PATCH', '/api/settings', { hourlyWage: 24, payrollCosts: 0, locale: 'en-CA' });
    expect(await readExample('Hourly wage')).toMatch(/^\D*\$24$/);
    expect(await readExample('Payroll taxes and insurance')).toBe('0%');
    expect(await readExample('Calls missed a week')).toBe('12');
  });

  test('shows a shared plan with its answer, without the code in the canonical URL', async () => {
    const { open } = await createSite();
    const { body, headers, statusCode } = await open(`?p=${encodePlan(lunch)}&utm_source=x`);
    expect(statusCode).toBe(200);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body).toContain('<link rel="canonical" href="https://crew.example/cover">');
    expect(body).toContain('Who can work them');
    expect(body).toContain('Marisol Vega');
    expect(body).toContain('Nobody yet');
    expect(readState(body)).toMatchObject({
      plan: lunch,
      answer: { requestedMinutes: 600, coveredMinutes: 300 },
      people: [{ name: 'Marisol Vega' }],
    });
  });

  test('names the tools that somebody lacks once, whatever their letter case', async () => {
    const { open } = await createSite();
    const desks = [['Boulevard'], ['boulevard', 'Abacus']].map((tools, index) => ({
      ...{ name: `Desk ${index}`, tools, languages: [], hours: lunchHours },
    }));
    const { body } = await open(`?p=${encodePlan({ ...start, desks })}`);
    expect(body).toContain('No Abacus<');
  });

  test('offers the opening hours of the plan, also at a half hour', async () => {
    const { open } = await createSite();
    const { body } = await open(`?p=${encodePlan({ ...lunch, open: weekdays('07:30', '20:30') })}`);
    expect(body).toContain('<option value="07:30" selected="">7:30 am</option>');
    expect(body).toContain('<option value="20:30" selected="">8:30 pm</option>');
  });

  test.each([
    ['empty', ''],
    ['invented', 'x'],
    ['cut', encodePlan(lunch).slice(0, -9)],
    ['unprintable', '%00'],
    ['endless', 'a'.repeat(9_000)],
  ])('shows an empty sheet and a sentence when the code is %s', async (_, code) => {
    const { open } = await createSite();
    const { body, statusCode } = await open(`?p=${code}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('The plan in this address cannot be read');
    expect(readState(body)?.answer).toBeUndefined();
  });

  test('says that no hours are entered yet, and keeps the plan', async () => {
    const { visitor } = await createTestApp();
    const { body } = await visitor('GET', `/cover?p=${encodePlan(lunch)}`, undefined, html);
    expect(body).toContain('We have not entered our people’s hours yet.');
    expect(readState(body)).toMatchObject({ plan: lunch, answer: { coveredMinutes: 0 } });
  });

  test('caches a plan in one spelling, and all unreadable codes as one page', async () => {
    const { open } = await createSite();
    const code = encodePlan(lunch);
    const getStatus = async (search: string) => (await open(search)).headers['cache-status'];
    expect(await getStatus(`?p=${code}`)).toBe('pages; fwd=miss; stored');
    expect(await getStatus(`?ref=mail&p=${code}`)).toBe('pages; hit');
    expect(await getStatus('?p=invented')).toBe('pages; fwd=miss; stored');
    expect(await getStatus('?p=another')).toBe('pages; hit');
  });

  test('limits plans in addresses per client, with those that are painted', async () => {
    const { app } = await createSite();
    const open = (url: string) => app.inject({ url, remoteAddress: '203.0.113.9', headers: html });
    const address = `/cover?p=${encodePlan(lunch)}`;
    for (let count = 0; count < 300; count += 1) await open(address);
    expect((await open(address)).statusCode).toBe(429);
    expect((await open('/cover')).statusCode).toBe(200);
  });
});

describe('the plain form of GET /cover', () => {
  test('is redirected to the address of its plan, which shows the ticked hours', async () => {
    const { open } = await createSite();
    const response = await open(
      '?desk[]=Front+desk&h=0-1-22-28&h=0-7-16-22&desk[]=Phones&trade=MedSpa&locations=4&zone=America%2FChicago&language=Spanish',
    );
    expect(response.statusCode).toBe(303);
    const { body } = await open(new URL(String(response.headers.location), 'http://x').search);
    expect(readState(body)?.plan).toMatchObject({
      timeZone: 'America/Chicago',
      industry: 'MedSpa',
      locations: 4,
      open: expect.arrayContaining([{ day: 7, from: '08:00', to: '20:00' }]),
      desks: [
        {
          name: 'Front desk',
          languages: ['Spanish'],
          hours: [
            { day: 1, from: '11:00', to: '14:00' },
            { day: 7, from: '08:00', to: '11:00' },
          ],
        },
        { name: 'Phones', hours: [] },
      ],
    });
    expect(body).toMatch(
      /checked="" name="h" value="0-1-22-28"|name="h" checked="" value="0-1-22-28"/,
    );
  });

  /** A plan with hours and conditions that the form does not show. */
  const rich = {
    ...lunch,
    ...{ timeZone: 'America/Chicago', industry: 'Bakery', locations: 3, perLocation: true },
    open: weekdays('07:30', '21:00'),
    desks: [
      {
        ...{ name: 'Front desk', role: 'Receptionist', tools: ['Boulevard'], languages: ['Welsh'] },
        hours: [...lunchHours, { day: 6, from: '06:30', to: '07:30' }],
      },
      { name: 'Phones', tools: [], languages: [], hours: [] },
    ],
  };
  const shown = { trade: 'Bakery', locations: '3', zone: 'America/Chicago', language: 'Welsh' };
  const lunchTicks = [1, 2, 3, 4, 5].map((day) => `0-${day}-22-28`);

  async function submit(ticks: readonly string[], changes: Record<string, string> = {}) {
    const { open } = await createSite();
    const fields = new URLSearchParams({ plan: encodePlan(rich), ...shown, ...changes });
    for (const tick of ticks) fields.append('h', tick);
    const { headers } = await open(`?${fields}`);
    const { body } = await open(new URL(String(headers.location), 'http://x').search);
    return { body, plan: readState(body)?.plan };
  }

  test('shows the plan of its address, which is unchanged when it is sent again', async () => {
    const { body, plan } = await submit(lunchTicks);
    expect(plan).toEqual(rich);
    expect(body).toContain(`<input type="hidden" name="plan" value="${encodePlan(rich)}"/>`);
    const ticked = body.match(/<input type="checkbox"[^>]*checked=""[^>]*>/g) ?? [];
    expect(ticked.map((input) => /value="([^"]*)"/.exec(input)?.[1])).toEqual(lunchTicks);
    for (const value of ['Bakery', 'America/Chicago', 'Welsh']) {
      expect(body).toContain(`<option value="${value}" selected="">`);
    }
  });

  test('changes the parts of days whose ticks changed, and the language of all desks', async () => {
    const ticks = [...lunchTicks.slice(1), '1-7-34-40'];
    const { plan } = await submit(ticks, { language: '', trade: '' });
    const { industry: _, ...others } = rich;
    const sunday = { day: 7, from: '17:00', to: '20:00' };
    expect(plan).toEqual({
      ...others,
      open: [...rich.open, { day: 7, from: '07:30', to: '21:00' }],
      desks: [
        { ...rich.desks[0], languages: [], hours: rich.desks[0]?.hours.slice(1) },
        { ...rich.desks[1], hours: [sunday] },
      ],
    });
  });

  test('keeps the locations and says why when there cannot be so many', async () => {
    const { body, plan } = await submit([], { locations: '61' });
    expect(plan?.locations).toBe(3);
    expect(body).toContain('A plan has 1 to 60 locations.');
    expect(body).not.toContain('cannot be read');
  });

  test.each(['?h=0-1-28-22', '?desk[]=A&desk[]=A', '?h=0-1-22-99', '?plan=cut'])(
    'leads to an empty sheet and a sentence for %s',
    async (search) => {
      const { open } = await createSite();
      const { headers } = await open(search);
      expect(headers.location).toBe('/cover?p=');
    },
  );
});

describe('a link with hours', () => {
  test("has the site's zone if nobody knows that of the browser", async () => {
    const { open } = await createSite();
    const follow = async (zone: string) =>
      (await open(`?h=0-1-22-28&zone=${zone}`)).headers.location;
    expect(await follow('Etc/Unknown')).toBe(await follow('America/New_York'));
  });

  test('adds them to the stored plan, by the names of its desks', async () => {
    const { open } = await createSite();
    const stored = encodePlan({ ...lunch, timeZone: 'America/Denver', industry: 'MedSpa' });
    const { headers } = await open(
      `?p=${stored}&zone=Europe%2FMadrid&desk[]=Phones&desk[]=FRONT+desk&desk[]=Night&desk[]=Bar&h=1-1-26-30&h=2-7-16-22`,
    );
    const { body } = await open(new URL(String(headers.location), 'http://x').search);
    const [frontDesk, ...others] = lunch.desks;
    expect(readState(body)?.plan).toEqual({
      ...lunch,
      timeZone: 'America/Denver',
      industry: 'MedSpa',
      open: [...lunch.open, { day: 7, from: '08:00', to: '20:00' }],
      desks: [
        { ...frontDesk, hours: [{ day: 1, from: '12:00', to: '15:00' }, ...lunchHours.slice(1)] },
        ...others,
        {
          name: 'Night',
          tools: [],
          languages: [],
          hours: [{ day: 7, from: '08:00', to: '11:00' }],
        },
      ],
    });
  });
});

describe('GET /cover/picture.png', () => {
  test('draws the plan of a shared address for its link preview', async () => {
    const { open } = await createSite();
    const code = encodePlan(lunch);
    const { body } = await open(`?p=${code}`);
    expect(body).toContain(
      `<meta property="og:image" content="https://crew.example/cover/picture.png?p=${code}">`,
    );
    const picture = await open(`/picture.png?p=${code}`, {});
    expect(picture.headers['content-type']).toBe('image/png');
    const file = picture.rawPayload;
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await open('/picture.png?p=invented', {})).statusCode).toBe(404);
  });

  test('draws eight desks at 60 locations quickly, and their hours within the sheet', async () => {
    const { open } = await createSite();
    const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));
    const code = encodePlan({
      ...{ timeZone: 'America/New_York', locations: 60, perLocation: true },
      open: [{ day: 1, from: '09:00', to: '09:30' }],
      desks: Array.from({ length: 8 }, (_, index) => ({
        ...{ name: `Desk ${index}`, tools: [], languages: [], hours: allWeek },
      })),
    });
    const startedAt = process.cpuUsage();
    const { rawPayload } = await open(`/picture.png?p=${code}`, {});
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1_000);
    // The pixels are the chunk after the header and the palette.
    const pixels = inflateSync(rawPayload.subarray(68, 68 + rawPayload.readUInt32BE(60)));
    const margin = Array.from({ length: 630 }, (_, row) => pixels[row * 1201 + 1 + 10]);
    expect(new Set(margin)).toEqual(new Set([0]));
  });
});
