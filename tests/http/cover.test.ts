import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const weekdays = (from: string, to: string) => [1, 2, 3, 4, 5].map((day) => ({ day, from, to }));

const lunch = {
  timeZone: 'America/New_York',
  industry: 'medspa',
  open: weekdays('08:00', '20:00'),
  desks: [
    {
      name: 'Front desk',
      role: 'Receptionist',
      tools: ['boulevard'],
      hours: weekdays('12:00', '14:00'),
    },
  ],
};

/** Desks that need somebody all week: all day, or in each first half of an hour. */
const restlessDesks = (minutes: '00' | '30') =>
  Array.from({ length: 8 }, (_, desk) => ({
    name: `Desk ${desk}`,
    hours: [1, 2, 3, 4, 5, 6, 7].flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => {
        const from = `${String(hour).padStart(2, '0')}:00`;
        return { day, from, to: minutes === '30' ? from.replace(':00', ':30') : '24:00' };
      }),
    ),
  }));

/** Starts a site with people, who are available unless they say otherwise. */
async function createSiteWithPeople(people: Record<string, unknown>[]) {
  const site = await createTestApp();
  const ids: string[] = [];
  for (const person of people) {
    const values = { ...sampleItems.talents, status: 'available', timeZone: null, ...person };
    ids.push((await site.admin('POST', '/api/talents', values)).json().id);
  }
  const match = (plan: unknown) => site.visitor('POST', '/api/cover', plan);
  return { ...site, ids, match };
}

describe('POST /api/cover', () => {
  const getSite = shareSite(() => createSiteWithPeople([]));

  test('covers hours with the people who can work them, and says which nobody can', async () => {
    const { ids, match } = await createSiteWithPeople([
      { hours: [{ day: 1, from: '12:00', to: '13:00' }] },
      { hours: weekdays('12:30', '20:00').slice(0, 4) },
    ]);
    const response = await match(lunch);
    expect(response.statusCode).toBe(200);
    const found = { role: true, industry: true, tools: ['boulevard'], languages: [] };
    expect(response.json()).toEqual({
      requestedMinutes: 600,
      coveredMinutes: 390,
      desks: [
        {
          name: 'Front desk',
          spans: [
            { day: 1, from: '12:00', to: '13:00', talentId: ids[0] },
            { day: 1, from: '13:00', to: '14:00', talentId: ids[1] },
            { day: 2, from: '12:00', to: '12:30', talentId: null },
            { day: 2, from: '12:30', to: '14:00', talentId: ids[1] },
            { day: 3, from: '12:00', to: '12:30', talentId: null },
            { day: 3, from: '12:30', to: '14:00', talentId: ids[1] },
            { day: 4, from: '12:00', to: '12:30', talentId: null },
            { day: 4, from: '12:30', to: '14:00', talentId: ids[1] },
            { day: 5, from: '12:00', to: '14:00', talentId: null },
          ],
        },
      ],
      people: [
        { talentId: ids[1], minutes: 360, ...found },
        { talentId: ids[0], minutes: 60, ...found },
      ],
    });
  });

  test('offers nobody who is a draft, not available, without hours, or without a tool', async () => {
    const hours = weekdays('00:00', '24:00');
    const { match } = await createSiteWithPeople([
      { hours, state: 'draft' },
      { hours, status: 'assigned' },
      { hours: [] },
      { hours, toolProficiency: ['Slack'] },
    ]);
    expect((await match(lunch)).json()).toMatchObject({
      coveredMinutes: 0,
      people: [],
      relax: [{ condition: 'tool', name: 'boulevard', coveredMinutes: 600, people: 1 }],
    });
  });

  test('tries at most twelve conditions to drop, tools and languages in turn', async () => {
    const known = Array.from({ length: 10 }, (_, index) => `Tool ${index}`);
    const hours = weekdays('12:00', '14:00');
    const { match } = await createSiteWithPeople([{ hours, toolProficiency: known }]);
    const desks = ['Abacus', 'Slate', 'Telex'].map((name) => ({ name, tools: [name], hours }));
    const first = { name: 'Front desk', tools: known, languages: ['Korean'], hours };
    const plan = { ...lunch, desks: [first, ...desks] };
    const names = (await match(plan)).json().relax.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Korean', 'Abacus']);
  });

  test('compares people with all desks that have hours, also where they cannot work', async () => {
    const hours = weekdays('12:00', '14:00');
    const { match } = await createSiteWithPeople([
      { hours, role: 'Receptionist', toolProficiency: ['Zendesk', 'Slack', 'Zapier'] },
    ]);
    const desks = [
      { name: 'Phones', tools: ['Zendesk'], hours },
      { name: 'Front desk', role: 'Receptionist', tools: ['slack', 'HubSpot'], hours },
      { name: 'Back office', role: 'Manager', tools: ['Zapier'], hours: [] },
    ];
    expect((await match({ ...lunch, desks })).json().people).toMatchObject([
      { minutes: 600, role: true, tools: ['Zendesk', 'slack'] },
    ]);
  });

  test('takes a trade or a role that is null or empty for none', async () => {
    const { match } = getSite();
    const plan = { ...lunch, industry: null, desks: [{ ...lunch.desks[0], role: '' }] };
    expect((await match(plan)).statusCode).toBe(200);
  });

  test('reads hours in the zone of the person, or in that of the business', async () => {
    const hours = weekdays('09:00', '11:00');
    const { ids, match } = await createSiteWithPeople([
      { hours, timeZone: 'America/Los_Angeles' },
      { hours },
    ]);
    const plan = {
      ...lunch,
      desks: [{ name: 'Phones', hours: [{ day: 1, from: '09:00', to: '14:00' }] }],
    };
    expect((await match(plan)).json().desks[0].spans).toEqual([
      { day: 1, from: '09:00', to: '11:00', talentId: ids[1] },
      { day: 1, from: '11:00', to: '12:00', talentId: null },
      { day: 1, from: '12:00', to: '14:00', talentId: ids[0] },
    ]);
  });

  test('answers from changed people at once', async () => {
    const { ids, admin, match } = await createSiteWithPeople([{ hours: [] }]);
    expect((await match(lunch)).json().coveredMinutes).toBe(0);
    await admin('PATCH', `/api/talents/${ids[0]}`, { hours: weekdays('12:00', '14:00') });
    expect((await match(lunch)).json().coveredMinutes).toBe(600);
    await admin('PATCH', `/api/talents/${ids[0]}`, { status: 'in_training' });
    expect((await match(lunch)).json().coveredMinutes).toBe(0);
  });

  test.each([
    ['all week at each of 60 locations', { locations: 60, perLocation: true }, '00', 3_360],
    ['many spans at one place', { locations: 60 }, '30', 1_344],
  ] as const)('answers eight desks with %s', async (_, change, minutes, count) => {
    const { match } = getSite();
    const plan = { ...lunch, ...change, desks: restlessDesks(minutes) };
    const { desks } = (await match(plan)).json();
    expect(desks.flatMap(({ spans }: { spans: unknown[] }) => spans)).toHaveLength(count);
  });

  test.each([
    ['a time that is no half hour', { hours: [{ day: 1, from: '12:15', to: '14:00' }] }],
    ['a span that ends before it begins', { hours: [{ day: 1, from: '14:00', to: '12:00' }] }],
    ['an eighth day', { hours: [{ day: 8, from: '12:00', to: '14:00' }] }],
    ['a name with 41 characters', { name: 'x'.repeat(41) }],
    ['eleven tools', { tools: Array.from({ length: 11 }, (_, index) => `Tool ${index}`) }],
  ])('refuses a desk with %s', async (_case, change) => {
    const { match } = getSite();
    const [desk] = lunch.desks;
    expect((await match({ ...lunch, desks: [{ ...desk, ...change }] })).statusCode).toBe(400);
  });

  test.each([
    [
      'nine desks',
      { desks: Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, hours: [] })) },
    ],
    [
      'two desks of one name',
      {
        desks: [
          { name: 'Phones', hours: [] },
          { name: 'phones', hours: [] },
        ],
      },
    ],
    ['61 locations', { locations: 61 }],
    ['a response of megabytes', { locations: 60, perLocation: true, desks: restlessDesks('30') }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
  ])('refuses a plan with %s', async (_case, change) => {
    const { match } = getSite();
    expect((await match({ ...lunch, ...change })).statusCode).toBe(400);
  });
});
