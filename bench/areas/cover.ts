import type { RosterPerson } from '../../src/cover/candidates';
import type { Plan } from '../../src/cover/contract';
import { matchPlan } from '../../src/cover/match';
import { planLimits } from '../../src/cover/week';
import { formatMinutes, type WeekSpan } from '../../src/lib/time/week-hours';
import { type Area, type Findings, median } from '../measure';

const people = 10_000;
const rounds = { warmUp: 20, measured: 41 };
const monday = new Date('2026-07-06');

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Bogota',
  'Europe/Madrid',
  'Asia/Manila',
  'Australia/Sydney',
];
const roles = ['Receptionist', 'Executive Assistant', 'Operations Manager', 'Customer Support'];
const industries = ['Beauty', 'Fitness', 'MedSpa', 'Retail', 'Healthcare'];
const tools = ['Zendesk', 'HubSpot', 'Boulevard', 'Salesforce', 'Slack', 'Zapier'];
const languages = ['English', 'Spanish', 'Portuguese', 'French', 'Tagalog'];

const deskTools = [[], ['Zendesk'], ['Slack', 'HubSpot'], ['Boulevard'], ['Salesforce', 'Zapier']];
const deskLanguages = [[], ['Spanish'], ['French', 'Tagalog']];

/** Hours of four to six days in a row, of four to twelve hours, some with a break. */
function createHours(index: number): WeekSpan[] {
  const start = (index * 7) % 37;
  const end = Math.min(48, start + 8 + (index % 17));
  const pause = start + 3 + (index % 3);
  const times =
    index % 4 === 0
      ? [[start, pause] as const, [pause + 1, end] as const]
      : [[start, end] as const];
  return Array.from({ length: 4 + (index % 3) }, (_, day) =>
    times.map(([from, to]) => ({
      day: ((day + index) % 7) + 1,
      from: formatMinutes(from * 30),
      to: formatMinutes(to * 30),
    })),
  ).flat();
}

const roster = Array.from(
  { length: people },
  (_, index): RosterPerson => ({
    id: `person-${index}`,
    hours: createHours(index),
    timeZone: pick(zones, index),
    role: pick(roles, index),
    industries: [pick(industries, index), pick(industries, index + 2)],
    tools: [pick(tools, index), pick(tools, index + 3), pick(tools, index >> 2)],
    languages: ['English', pick(languages, index)],
    displayOrder: index % 100,
  }),
);

const allWeek = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' }));

const plan: Plan = {
  timeZone: 'America/New_York',
  industry: 'MedSpa',
  open: allWeek,
  desks: Array.from({ length: 8 }, (_, index) => ({
    name: `Desk ${index}`,
    role: pick(roles, index),
    tools: pick(deskTools, index),
    languages: pick(deskLanguages, index),
    hours: allWeek,
  })),
};

/** With a tool that nobody knows, so that conditions are tried without which more could be covered. */
const planWithUnknownTool: Plan = {
  ...plan,
  desks: plan.desks.map((desk, index) =>
    index === 0 ? { ...desk, tools: ['Clay tablets'] } : desk,
  ),
};

/** With 480 places: the most that a plan can have. */
const planAtAllLocations: Plan = { ...plan, locations: planLimits.locations, perLocation: true };

/** Returns the median of the processor time of a matching, so that other load does not count. */
function measureMatching(asked: Plan, { warmUp, measured } = rounds): number {
  const times: number[] = [];
  for (let round = -warmUp; round < measured; round += 1) {
    const before = process.threadCpuUsage();
    matchPlan(asked, roster, monday);
    const { user, system } = process.threadCpuUsage(before);
    if (round >= 0) times.push((user + system) / 1000);
  }
  return median(times);
}

async function run(): Promise<Findings> {
  return {
    measures: [
      { name: 'covered', value: measureMatching(plan), unit: 'ms', max: 50 },
      {
        name: 'with conditions to drop',
        value: measureMatching(planWithUnknownTool),
        unit: 'ms',
        max: 50,
      },
      {
        name: 'at each of 60 locations',
        value: measureMatching(planAtAllLocations, { warmUp: 2, measured: 5 }),
        unit: 'ms',
        max: 1_000,
      },
    ],
  };
}

export default {
  title: `Processor time of matching ${people} people with eight desks for a full week`,
  run,
} satisfies Area;
