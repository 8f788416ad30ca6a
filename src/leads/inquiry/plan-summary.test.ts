import { describe, expect, it } from 'vitest';
import type { CoverAnswer, Plan } from '../../cover/contract';
import type { TalentChoice } from './inquiry-topic';
import { summarizePlan } from './plan-summary';

const createDesk = (name: string, from: string, to: string): Plan['desks'][number] => ({
  name,
  tools: [],
  languages: [],
  hours: from === to ? [] : [{ day: 1, from, to }],
});

const summarize = (
  desks: Plan['desks'],
  { covered, names = [], asked = 120 }: { covered?: number; names?: string[]; asked?: number } = {},
) =>
  summarizePlan({
    plan: { timeZone: 'America/New_York', open: [], desks },
    code: 'code',
    answer:
      covered === undefined
        ? null
        : ({
            requestedMinutes: asked,
            coveredMinutes: covered,
            desks: [],
            people: [],
          } as CoverAnswer),
    people: names.map((name) => ({ name }) as TalentChoice),
  });

const lunch = createDesk('Front desk', '12:00', '14:00');

describe('summarizePlan', () => {
  it.each([
    ['one desk', [lunch, createDesk('Unpainted', '00:00', '00:00')], 'Front desk, 2 hours a week'],
    [
      'two desks',
      [lunch, createDesk('Phone', '09:00', '09:30')],
      'Front desk and Phone, 2.5 hours a week',
    ],
    [
      'more desks',
      [lunch, createDesk('A', '09:00', '10:00'), createDesk('B', '09:00', '10:00')],
      '3 desks, 4 hours a week',
    ],
  ])('names %s', (_case, desks, text) => {
    expect(summarize(desks).text).toBe(text);
  });

  it.each([
    ['nobody was asked', {}, null, 'We have your plan: 2 hours a week.'],
    [
      'nobody can work it',
      { covered: 0 },
      'Nobody yet for these 2 hours',
      'We have your plan: 2 hours a week. Within 24 hours you hear from us who can work them.',
    ],
    [
      'a part is covered',
      { covered: 90, names: ['Ana Ruiz', 'Bo Li', 'Cy Fox', 'Di Ek', 'Ed Oh'] },
      '1.5 hours covered by Ana, Bo, Cy and 2 more',
      'We have your plan: 2 hours a week, 1.5 of them with names. Within 24 hours you hear from us about the others as well.',
    ],
    [
      'all is covered',
      { covered: 120, names: ['Ana Ruiz'] },
      '2 hours covered by Ana',
      'We have your plan: 2 hours a week, all of them with names.',
    ],
  ])('says who can work it when %s', (_case, answer, people, received) => {
    expect(summarize([lunch], answer)).toMatchObject({ people, received });
  });

  it.each([
    ['12:30', 30, '0.5 hours covered by Ana', '0.5 hours a week, with a name.'],
    ['13:00', 60, '1 hour covered by Ana', '1 hour a week, with a name.'],
    [
      '13:00',
      30,
      '0.5 hours covered by Ana',
      '1 hour a week, 0.5 of it with names. Within 24 hours you hear from us about the rest as well.',
    ],
    [
      '13:00',
      0,
      'Nobody yet for this hour',
      '1 hour a week. Within 24 hours you hear from us who can work it.',
    ],
  ])(
    'speaks of one hour from noon to %s, of which %i minutes are covered',
    (to, covered, people, text) => {
      const asked = to === '13:00' ? 60 : 30;
      expect(
        summarize([createDesk('Phone', '12:00', to)], { covered, asked, names: ['Ana Ruiz'] }),
      ).toMatchObject({ people, received: `We have your plan: ${text}` });
    },
  );
});
