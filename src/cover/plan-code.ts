import { z } from '../lib/schema';
import { formatMinutes, type WeekSpan } from '../lib/time/week-hours';
import { type Plan, plan } from './contract';
import { type CodedPlan, type CodedTimes, maxPlanCodeLength, planCodeVersion } from './encode-plan';
import { cellMinutes } from './week';

const times = z.tuple([z.int(), z.int(), z.int()]);
const names = z.array(z.string());

const codedPlan: z.ZodMiniType<CodedPlan> = z.tuple([
  z.literal(planCodeVersion),
  z.string(),
  z.string(),
  z.int(),
  z.int(),
  z.array(times),
  z.array(z.tuple([z.string(), z.string(), names, names, z.array(times)])),
]);

const toSpans = (groups: readonly CodedTimes[]): WeekSpan[] =>
  groups.flatMap(([days, from, to]) =>
    [1, 2, 3, 4, 5, 6, 7]
      .filter((day) => days & (1 << (day - 1)))
      .map((day) => ({
        day,
        from: formatMinutes(from * cellMinutes),
        to: formatMinutes(to * cellMinutes),
      })),
  );

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
  if (code.length > maxPlanCodeLength) return undefined;
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
  return parsed.success && parsed.data.desks.length > 0 ? parsed.data : undefined;
}
