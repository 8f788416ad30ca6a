import { type Plan, plan } from '../../cover/contract';
import { decodePlan } from '../../cover/plan-code';
import { setHours, toIndex } from '../../cover/public/paint';
import { markCells, planLimits } from '../../cover/week';
import { z } from '../../lib/schema';
import { isTimeZone } from '../../lib/time/time-zone';
import { formatMinutes, joinSpans, type WeekSpan } from '../../lib/time/week-hours';
import { isSameText } from '../../lib/to-comparable';
import { createStartingPlan } from './cover-state';
import {
  dayParts,
  editedPlanField,
  formatHoursField,
  isTicked,
  planFields,
  readLanguage,
} from './plan-form';

type Desks = Plan['desks'];

const formatHalfHours = (count: number) => formatMinutes(count * 30);

/** Parses hours as `formatHoursField` writes them; nothing for other texts. */
function parseHoursField(text: string): (WeekSpan & { desk: number })[] {
  const parts = /^(\d)-([1-7])-(\d{1,2})-(\d{1,2})$/.exec(text)?.slice(1).map(Number);
  if (!parts) return [];
  const [desk = 0, day = 0, from = 0, to = 0] = parts;
  return [{ desk, day, from: formatHalfHours(from), to: formatHalfHours(to) }];
}

/** Adds the days on which hours are needed to the opening hours of a new plan. */
function addDays(open: readonly WeekSpan[], hours: readonly WeekSpan[]): WeekSpan[] {
  const [first] = open;
  const closed = hours.filter(({ day }) => !open.some((span) => span.day === day));
  const added = closed.map(({ day }) => ({ ...(first ?? { from: '08:00', to: '20:00' }), day }));
  return joinSpans([...open, ...added, ...hours]);
}

/** Adds hours to desks of the same name. Desks that are not there yet come last, if they have hours. */
function addHours(desks: Desks, added: Desks): Desks {
  const isNew = ({ name }: Desks[number]) => !desks.some((desk) => isSameText(desk.name, name));
  const extended = desks.map((desk) => {
    const same = added.find(({ name }) => isSameText(desk.name, name));
    return same ? { ...desk, hours: joinSpans([...desk.hours, ...same.hours]) } : desk;
  });
  const others = added.filter((desk) => isNew(desk) && desk.hours.length > 0);
  return [...extended, ...others].slice(0, planLimits.desks);
}

const isLocationCount = (text: string): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= planLimits.locations;

/** Returns whether the fields have a number of locations that no plan has, and that is not read. */
export function hasInvalidLocations(fields: URLSearchParams): boolean {
  const text = fields.get(planFields.locations) ?? '';
  return text !== '' && !isLocationCount(text);
}

/** Reads the trade and the locations, as far as the fields have them. */
function readBusiness(fields: URLSearchParams) {
  const industry = fields.get(planFields.industry);
  const locations = fields.get(planFields.locations) ?? '';
  return {
    ...(industry !== null && { industry }),
    ...(isLocationCount(locations) && { locations: Number(locations) }),
  };
}

/**
 * Changes a plan by the fields of the plain form, where they differ from what the form showed: it
 * shows neither all hours nor all conditions, and these stay.
 */
function editPlan(edited: Plan, fields: URLSearchParams): Plan | undefined {
  const ticked = new Set(fields.getAll(planFields.hours));
  const added: WeekSpan[] = [];
  let changed = edited;
  for (const [index, desk] of edited.desks.entries()) {
    const week = markCells(desk.hours);
    for (const day of [1, 2, 3, 4, 5, 6, 7]) {
      for (const part of dayParts) {
        const isAdded = ticked.has(formatHoursField(index, day, part.from, part.to));
        if (isAdded === isTicked(desk, day, part)) continue;
        const [from, to] = [part.from * 2, part.to * 2];
        const toCell = (cell: number) => toIndex({ day: day - 1, cell });
        week.fill(Number(isAdded), toCell(from), toCell(to));
        if (isAdded) added.push({ day, from: formatHalfHours(from), to: formatHalfHours(to) });
      }
    }
    changed = setHours(changed, index, week);
  }
  const language = fields.get(planFields.language) ?? '';
  const languages = language ? [language] : [];
  return z.safeParse(plan, {
    ...changed,
    ...readBusiness(fields),
    timeZone: fields.get(planFields.timeZone) || edited.timeZone,
    open: addDays(edited.open, added),
    desks:
      language === readLanguage(edited)
        ? changed.desks
        : changed.desks.map((desk) => ({ ...desk, languages })),
  }).data;
}

/**
 * Reads a plan from the fields of the plain form, or from a link that adds hours to a stored plan.
 * @param timeZone the zone if a link names none, or one that nobody knows
 * @returns undefined if the fields are invalid
 */
export function parsePlanForm(fields: URLSearchParams, timeZone: string): Plan | undefined {
  const named = fields.get(planFields.timeZone) ?? '';
  const start = createStartingPlan(isTimeZone(named) ? named : timeZone);
  const code = fields.get(editedPlanField);
  if (code !== null) {
    const edited = code ? decodePlan(code) : start;
    return edited && editPlan(edited, fields);
  }
  const names = fields.getAll(planFields.desk);
  const spans = fields.getAll(planFields.hours).flatMap(parseHoursField);
  const language = fields.get(planFields.language);
  const desks = (names.length === 0 ? start.desks.map(({ name }) => name) : names).map(
    (name, desk) => ({
      name,
      tools: [],
      languages: language ? [language] : [],
      hours: spans.flatMap(({ desk: of, ...span }) => (of === desk ? [span] : [])),
    }),
  );
  const stored = decodePlan(fields.get(planFields.stored) ?? '');
  return z.safeParse(plan, {
    ...(stored ?? start),
    ...readBusiness(fields),
    open: addDays(
      (stored ?? start).open,
      spans.map(({ day, from, to }) => ({ day, from, to })),
    ),
    desks: stored ? addHours(stored.desks, desks) : desks,
  }).data;
}
