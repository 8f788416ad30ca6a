import { z } from '../lib/schema';
import { formatMinutes, parseMinutes, type WeekSpan } from '../lib/week-hours';
import { type Plan, plan } from './contract';
import { cellMinutes } from './week';

/*
 * A plan as a short text for addresses: JSON without names of fields, in base64url. Hours are grouped
 * by equal times, with a bit for each day.
 */

/** The first value of a code, by which a later format can be told apart. */
const version = 1;

/** Longer codes are not read. */
const maxCodeLength = 8_000;

const times = z.tuple([z.int(), z.int(), z.int()]);
const names = z.array(z.string());

const codedPlan = z.tuple([
  z.literal(version),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.array(times),
  z.array(z.tuple([z.string(), z.string(), names, names, z.array(times)])),
]);

type Times = z.output<typeof times>;

/** Groups spans by their times: the days, with Monday as bit 0, and the first and last half hour. */
function groupByTimes(spans: readonly WeekSpan[]): Times[] {
  const groups = new Map<string, Times>();
  for (const { day, from, to } of spans) {
    const key = `${from} ${to}`;
    const [days = 0] = groups.get(key) ?? [];
    const [first, last] = [from, to].map((time) => parseMinutes(time) / cellMinutes);
    groups.set(key, [days | (1 << (day - 1)), first ?? 0, last ?? 0]);
  }
  return [...groups.values()];
}

const toSpans = (groups: readonly Times[]): WeekSpan[] =>
  groups.flatMap(([days, from, to]) =>
    [1, 2, 3, 4, 5, 6, 7]
      .filter((day) => days & (1 << (day - 1)))
      .map((day) => ({
        day,
        from: formatMinutes(from * cellMinutes),
        to: formatMinutes(to * cellMinutes),
      })),
  );

/** Writes a plan as a text for `/cover?p=`. */
export function encodePlan(value: Plan): string {
  const coded: z.output<typeof codedPlan> = [
    version,
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

function parseJson(code: string): unknown {
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Reads a plan from an address; undefined when the code is cut, invented, or of another format. */
export function decodePlan(code: string): Plan | undefined {
  if (code.length > maxCodeLength) return undefined;
  const coded = z.safeParse(codedPlan, parseJson(code));
  if (!coded.success) return undefined;
  const [, timeZone, industry, locations, perLocation, open, desks] = coded.data;
  const parsed = z.safeParse(plan, {
    timeZone,
    ...(industry && { industry }),
    ...(locations && { locations }),
    ...(perLocation && { perLocation: true }),
    open: toSpans(open),
    desks: desks.map(([name, role, tools, languages, hours]) => ({
      name,
      ...(role && { role }),
      tools,
      languages,
      hours: toSpans(hours),
    })),
  });
  return parsed.success ? parsed.data : undefined;
}
