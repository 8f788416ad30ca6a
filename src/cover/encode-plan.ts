import { parseMinutes, type WeekSpan } from '../lib/time/week-hours';
import type { Plan } from './contract';
import { cellMinutes } from './week';

/*
 * A plan as a short text for addresses: JSON without names of fields, in base64url. Hours are grouped
 * by equal times, with a bit for each day. Apart from the reading: pages that write a plan load no
 * zod.
 */

/** The first value of a code, by which a later format can be told apart. */
export const planCodeVersion = 1;

/** The key of the last plan in the browser's storage: the code of its address. */
export const planStorageKey = 'cover-plan';

/** Longer codes are not read. */
export const maxPlanCodeLength = 8_000;

/** The days of equal times, with Monday as bit 0, and the first and last half hour. */
export type CodedTimes = [days: number, from: number, to: number];

/** The values of a code, in order. */
export type CodedPlan = [
  version: typeof planCodeVersion,
  timeZone: string,
  industry: string,
  locations: number,
  perLocation: number,
  open: CodedTimes[],
  desks: [name: string, role: string, tools: string[], languages: string[], hours: CodedTimes[]][],
];

/** Groups spans by their times. */
function groupByTimes(spans: readonly WeekSpan[]): CodedTimes[] {
  const groups = new Map<string, CodedTimes>();
  for (const { day, from, to } of spans) {
    const key = `${from} ${to}`;
    const [days = 0] = groups.get(key) ?? [];
    const [first, last] = [from, to].map((time) => parseMinutes(time) / cellMinutes);
    groups.set(key, [days | (1 << (day - 1)), first ?? 0, last ?? 0]);
  }
  return [...groups.values()];
}

/** Writes a plan as a text for `/cover?p=`. */
export function encodePlan(value: Plan): string {
  const coded: CodedPlan = [
    planCodeVersion,
    value.timeZone,
    value.industry ?? '',
    value.locations ?? 0,
    Number(value.perLocation ?? false),
    groupByTimes(value.open),
    value.desks.map(({ name, role, tools, languages, hours }) => [
      name,
      role ?? '',
      tools,
      languages,
      groupByTimes(hours),
    ]),
  ];
  const bytes = new TextEncoder().encode(JSON.stringify(coded));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
